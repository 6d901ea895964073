//! Items that change the power of a move: those made for a type, and what Knock Off can take.

use crate::rulesets::pokemon_randbats::prior::Type;

/// Whether Knock Off is the stronger for what the target holds: not where the item belongs to its holder.
pub fn can_be_taken(item: &str) -> bool {
    let belongs = ["boosterenergy", "rustedsword", "rustedshield", "adamantcrystal", "lustrousglobe"].contains(&item);
    !(item.is_empty() || belongs || item.ends_with("mask") || item.ends_with("plate") || item.starts_with("griseous"))
}

/// Whether an item makes moves of a type stronger in the hands of the one species that it is made for.
pub fn suits(item: &str, base: &str, kind: Type) -> bool {
    let types: &[Type] = match (item, base) {
        ("souldew", "Latias" | "Latios") => &[Type::Psychic, Type::Dragon],
        ("adamantcrystal" | "adamantorb", "Dialga") => &[Type::Steel, Type::Dragon],
        ("lustrousglobe" | "lustrousorb", "Palkia") => &[Type::Water, Type::Dragon],
        ("griseouscore" | "griseousorb", "Giratina") => &[Type::Ghost, Type::Dragon],
        ("cornerstonemask" | "hearthflamemask" | "wellspringmask", "Ogerpon") => &Type::ALL,
        _ => &[],
    };
    types.contains(&kind)
}

/// The type that an item makes stronger.
pub fn type_item(item: &str) -> Option<Type> {
    const ITEMS: [(&str, Type); 27] = [
        ("silverpowder", Type::Bug),
        ("blackglasses", Type::Dark),
        ("dragonfang", Type::Dragon),
        ("magnet", Type::Electric),
        ("blackbelt", Type::Fighting),
        ("charcoal", Type::Fire),
        ("sharpbeak", Type::Flying),
        ("spelltag", Type::Ghost),
        ("miracleseed", Type::Grass),
        ("softsand", Type::Ground),
        ("nevermeltice", Type::Ice),
        ("silkscarf", Type::Normal),
        ("poisonbarb", Type::Poison),
        ("twistedspoon", Type::Psychic),
        ("hardstone", Type::Rock),
        ("metalcoat", Type::Steel),
        ("mysticwater", Type::Water),
        ("insectplate", Type::Bug),
        ("dreadplate", Type::Dark),
        ("dracoplate", Type::Dragon),
        ("zapplate", Type::Electric),
        ("pixieplate", Type::Fairy),
        ("fistplate", Type::Fighting),
        ("flameplate", Type::Fire),
        ("skyplate", Type::Flying),
        ("spookyplate", Type::Ghost),
        ("earthplate", Type::Ground),
    ];
    const MORE: [(&str, Type); 10] = [
        ("meadowplate", Type::Grass),
        ("icicleplate", Type::Ice),
        ("toxicplate", Type::Poison),
        ("mindplate", Type::Psychic),
        ("stoneplate", Type::Rock),
        ("ironplate", Type::Steel),
        ("splashplate", Type::Water),
        ("fairyfeather", Type::Fairy),
        ("seaincense", Type::Water),
        ("oddincense", Type::Psychic),
    ];
    ITEMS.iter().chain(&MORE).find(|(name, _)| *name == item).map(|(_, kind)| *kind)
}
