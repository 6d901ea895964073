//! Calibration and bits as an SVG.

use std::fs;
use std::path::Path;

use plotters::prelude::*;

use super::All;
use crate::projection::score::{Key, Tally};

/// Width and height of each ruleset's panel, in pixels.
const PANEL: (u32, u32) = (480, 480);

/// Distinct in grey and for the colour-blind (Okabe and Ito 2008).
const SERVED: RGBColor = RGBColor(0, 114, 178);
const EXPECTED: RGBColor = RGBColor(150, 150, 150);

/// A tenth of the probabilities: their mean, the share that came true with half of its interval of 95 %, and how many there are. Of few games there is no
/// interval: such a point is drawn hollow and without a bar.
struct Point {
    x: f64,
    y: f64,
    within: Option<f64>,
    served: f64,
}

/// Draws how often what was given a probability came true, a panel for each ruleset.
pub fn draw(all: &All, path: &Path) -> anyhow::Result<()> {
    let overall: Vec<(&str, &Tally)> = all
        .iter()
        .filter_map(|(ruleset, scores)| Some((*ruleset, scores.iter().find(|(key, _)| **key == Key::All)?.1)))
        .collect();
    let panels = u32::try_from(overall.len().max(1))?;
    let mut drawn = String::new();
    let root = SVGBackend::with_string(&mut drawn, (PANEL.0 * panels, PANEL.1)).into_drawing_area();
    root.fill(&WHITE)?;
    for ((ruleset, tally), area) in overall.iter().zip(root.split_evenly((1, panels as usize))) {
        panel(ruleset, tally, &area)?;
    }
    root.present()?;
    drop(root);
    let captions: Vec<String> = overall.iter().map(|(ruleset, tally)| caption(ruleset, tally)).collect();
    fs::write(path, named(&drawn, &captions.join("; ")))?;
    Ok(())
}

/// A drawing that says what it shows to whoever has it read aloud (WAI-ARIA 1.2, `img`; keys of rulesets need no escape).
fn named(drawn: &str, captions: &str) -> String {
    let named = format!("<svg role=\"img\" aria-label=\"How often what was given a probability came true. {captions}\" ");
    drawn.replacen("<svg ", &named, 1)
}

fn caption(ruleset: &str, tally: &Tally) -> String {
    let (served, hard) = (tally.bits().mean, tally.hard_bits().mean);
    format!("{ruleset}: {served:.3} bits an item, hard facts {hard:.3}")
}

fn panel(ruleset: &str, tally: &Tally, area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> anyhow::Result<()> {
    let mut chart = ChartBuilder::on(area)
        .caption(caption(ruleset, tally), ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
    chart.configure_mesh().x_desc("probability served").y_desc("share that came true").draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], &EXPECTED))?;
    let points: Vec<Point> = tally
        .tenths()
        .iter()
        .filter(|tenth| tenth.served() > 0)
        .map(|tenth| {
            let (served, within) = (tenth.served() as f64, tenth.gap().within.filter(|_| !tenth.is_of_few_games()));
            Point { x: tenth.expected() / served, y: tenth.came_true() as f64 / served, served, within }
        })
        .collect();
    chart.draw_series(LineSeries::new(points.iter().map(|point| (point.x, point.y)), &SERVED))?;
    for (Point { x, y, .. }, within) in points.iter().filter_map(|point| Some((point, point.within?))) {
        chart.draw_series([PathElement::new([(*x, (y - within).max(0.0)), (*x, (y + within).min(1.0))], SERVED)])?;
    }
    let most = points.iter().map(|point| point.served).fold(1.0, f64::max);
    // The area of a point says how much was served there.
    let circle = |point: &Point| {
        let style = if point.within.is_some() { SERVED.filled() } else { SERVED.stroke_width(1) };
        Circle::new((point.x, point.y), 2.0 + 8.0 * (point.served / most).sqrt(), style)
    };
    chart.draw_series(points.iter().map(circle))?;
    Ok(())
}
