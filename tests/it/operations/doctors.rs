//! The doctor speaks in lines and in JSON; commands that are used wrongly say so by their exit code; and nothing is made by looking.

use serde_json::{Value, json};

use super::run;
use crate::harness::app::TestApp;
use crate::harness::{Place, fresh_sqlite, program};
use crate::store_contract::laws;

laws![the_doctor_names_what_it_looked_at];

fn state<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let findings = answer["findings"].as_array().expect("a list");
    &findings.iter().find(|finding| finding["name"] == name).unwrap_or_else(|| panic!("{name}: {answer}"))["state"]
}

async fn the_doctor_names_what_it_looked_at(place: Place) {
    let app = TestApp::on(&place.url()).await;
    let answer = run(&place, &["doctor", "--json"]).await.json(0);
    for name in ["version", "clock", "server", "fsync"] {
        let here = matches!(place, Place::Sqlite(_)) || name != "server";
        assert!(!here || state(&answer, name) != &json!("wrong"), "{name}: {answer}");
    }
    if matches!(place, Place::Sqlite(_)) {
        let server = answer["findings"].as_array().expect("a list").iter().find(|finding| finding["name"] == "server");
        assert_eq!(server.expect("it was looked for")["what"], "one has the file open");
    } else {
        assert_eq!(state(&answer, "full_page_writes"), "ok");
        assert_eq!(state(&answer, "clocks"), "ok");
    }
    app.stop().await;
    let told = run(&place, &["doctor"]).await;
    assert_eq!(told.code, Some(0), "{}", told.complaint);
    assert!(String::from_utf8_lossy(&told.printed).lines().count() > 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_there_is_not_made() {
    let (folder, place) = fresh_sqlite();
    for command in
        [&["verify", "--json"][..], &["export", "--json", "/nowhere/archive"], &["backup", "--json", "/nowhere/backup"]]
    {
        run(&place, command).await.json(1);
    }
    let ran = run(&place, &["rebuild"]).await;
    assert_eq!(ran.code, Some(1));
    assert!(ran.complaint.contains("there is no file"), "{}", ran.complaint);
    run(&place, &["doctor", "--json"]).await.json(0);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0, "no file was made");
    for wrong in [&["verify", "--nonsense"][..], &["backup"], &["export"], &["import"], &["repair", "--yes"]] {
        assert_eq!(program(wrong).output().expect("it starts").status.code(), Some(2), "{wrong:?}");
    }
}
