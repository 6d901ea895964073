/** Keys: who has one, making and revoking them, and what happened to them. */

import { get, path, post, send, setKey } from "./api.js";
import { table } from "./charts.js";
import { button, copyable, h, put } from "./dom.js";
import { section } from "./parts.js";
import { problemBox } from "./problem.js";
import { plural, time, words } from "./words.js";

/** What each role may do, in a few words. */
const ROLES = {
  reader: "reads what everyone at a table sees, of all games, and players",
  referee: "opens games, appends and reads everything",
  seat: "appends what one seat of one game did, and reads what that seat sees",
  admin: "everything: keys, erasing games, forgetting players",
};
/** The list of keys, by its id: where the keyboard goes on when what it stood on is gone. */
const LIST = "all-keys";
/** Entries of a list that are fetched at once. */
const AT_ONCE = 100;

export function keysPart(caller) {
  const made = h("div", { "aria-live": "polite" });
  const list = h("div", { class: "stack", id: LIST, tabindex: "-1", role: "group", "aria-label": "All keys" });
  const trail = h("div", { class: "stack" });
  const refresh = () => Promise.all([showList(list, caller, refresh), showTrail(trail)]);
  const form = h("div", {});
  // Where no key guards the server, there is none.
  const begin = () => put(form, makeForm(caller.key === undefined, made, done));
  const done = (answer) => {
    if (caller.key === undefined) {
      // From the first key on the server answers nobody without one: this tab goes on with it.
      setKey(answer.key);
      caller.key = answer.id;
    }
    begin();
    return refresh();
  };
  begin();
  refresh();
  return section("keys", "Keys", form, made, list, h("details", { class: "numbers" }, h("summary", {}, "What happened to keys"), trail));
}

/** The form that makes a key. The first one closes the server to everybody without a key, so it must be an admin's. */
function makeForm(first, made, done) {
  const roles = first ? ["admin"] : Object.keys(ROLES);
  const role = h("select", { name: "role" }, roles.map((name) => h("option", { value: name }, name)));
  const about = h("p", { class: "note" });
  const name = h("input", { name: "name", maxlength: "200", autocomplete: "off", placeholder: "what people call it" });
  const days = h("input", { name: "days", type: "number", min: "1", max: "3650", step: "1", placeholder: "never" });
  const game = h("input", { name: "game", autocomplete: "off", spellcheck: "false" });
  const seat = h("input", { name: "seat", type: "number", min: "0", max: "255", step: "1", value: "0" });
  const whose = h("div", { class: "row" }, h("label", {}, "Game", game), h("label", {}, "Seat", seat));
  const describe = () => {
    put(about, `${role.value}: ${ROLES[role.value]}.`);
    whose.hidden = role.value !== "seat";
  };
  role.addEventListener("change", describe);
  describe();
  const failed = h("div", {});
  // A second press while a key is made would make another.
  let making = false;
  const make = async (event) => {
    event.preventDefault();
    if (making) return;
    making = true;
    const expires = days.value ? new Date(Date.now() + Number(days.value) * 86_400_000).toISOString() : undefined;
    const known = { name: name.value.trim() || undefined, expires };
    try {
      const one = role.value === "seat";
      const answer = one ? await post(`/v1/games/${encodeURIComponent(game.value.trim())}/seats/${seat.value}/keys`, known) : await post("/v1/keys", { role: role.value, ...known });
      put(failed);
      // Those that stand there already may not have been copied yet.
      made.prepend(shownOnce(answer, first));
      await done(answer);
      made.querySelector("pre").focus();
    } catch (error) {
      put(failed, problemBox(error));
    } finally {
      making = false;
    }
  };
  return h(
    "form",
    { class: "stack make", onsubmit: make },
    first ? h("p", {}, "There is no key yet: whoever reaches this server may do everything. The first key closes it: from then on every request needs one. Keep it well; this tab goes on with it.") : null,
    h("div", { class: "row" }, h("label", {}, "Role", role), h("label", {}, "Name", name), h("label", {}, "Days until it ends", days), h("button", { type: "submit", class: "strong" }, "Make a key")),
    whose,
    about,
    failed,
  );
}

/** A key that was made just now: its only appearance. */
function shownOnce(answer, first) {
  const done = button("I have kept it", () => {
    box.remove();
    document.getElementById(LIST)?.focus();
  });
  const box = h(
    "div",
    { class: "once stack" },
    h("h3", {}, `The key of ${answer.name ?? `this ${answer.role}`}`),
    h("p", {}, "It is shown this once: only a hash of it is kept. Send it as ", h("code", {}, "Authorization: Bearer …"), "."),
    copyable(answer.key, "The key"),
    first ? h("p", {}, "This tab sends it from now on; every other one asks for it.") : null,
    done,
  );
  return box;
}

async function showList(place, caller, refresh) {
  try {
    const items = [];
    let next;
    const more = async () => {
      const list = await get(path("/v1/keys", { limit: AT_ONCE, cursor: next }));
      items.push(...list.items);
      next = list.next;
      put(place, items.length === 0 ? h("p", { class: "note" }, "No key was made yet.") : keyTable(items, caller, refresh), next ? button("Earlier keys", () => more().catch((error) => put(place, problemBox(error)))) : null);
    };
    await more();
  } catch (error) {
    put(place, problemBox(error));
  }
}

function keyTable(items, caller, refresh) {
  const now = Date.now();
  const rows = items.map((entry) => {
    const ended = entry.revoked ? h("span", { class: "badge bad" }, "revoked") : entry.expires && Date.parse(entry.expires) < now ? h("span", { class: "badge warn" }, "expired") : null;
    const end = entry.revoked ? `revoked ${time(entry.revoked).slice(0, 16)}` : entry.expires ? `until ${time(entry.expires).slice(0, 16)}` : "no end";
    const own = entry.id === caller.key;
    return [
      [h("span", { class: "called" }, entry.name ?? "without a name"), " ", own ? h("span", { class: "badge" }, "yours") : null, h("span", { class: "mono id" }, entry.id)],
      ended ?? button("Revoke", () => askToRevoke(entry, own, refresh), { "aria-label": `Revoke ${entry.name ?? entry.id}`, data: { key: entry.id } }),
      entry.seat === undefined ? entry.role : h("span", {}, `seat ${entry.seat} of `, h("a", { href: `/games/${encodeURIComponent(entry.game)}` }, entry.game)),
      time(entry.made).slice(0, 16),
      entry.last_used ? entry.last_used.slice(0, 10) : "never",
      end,
    ];
  });
  return table({ name: "All keys", kind: "keys", head: ["Key", "State", "Role", "Made (UTC)", "Last used", "End"], rows });
}

/** Asks before a key is revoked: it cannot be taken back. */
function askToRevoke(entry, own, refresh) {
  const trouble = h("div", {});
  const revoke = async () => {
    try {
      await send("DELETE", `/v1/keys/${entry.id}`);
      // Without its key this page may read nothing more: it asks for another one.
      if (own) return location.reload();
      dialog.close();
      await refresh();
      // The button that opened the dialog is gone.
      document.getElementById(LIST)?.focus();
    } catch (error) {
      put(trouble, problemBox(error));
    }
  };
  const dialog = h(
    "dialog",
    { "aria-labelledby": "revoke-title", onclose: () => dialog.remove() },
    h("h2", { id: "revoke-title" }, `Revoke ${entry.name ?? "this key"}?`),
    h("p", {}, `Its role is ${entry.role}. Whoever sends it is refused from then on, and streams that it opened end. This cannot be taken back.`),
    own ? h("p", {}, h("strong", {}, "It is the key that this page uses: you will be asked for another one.")) : null,
    h("p", { class: "mono id" }, entry.id),
    trouble,
    h("div", { class: "row" }, button("Keep it", () => dialog.close(), { autofocus: true }), button("Revoke it", revoke, { class: "danger" })),
  );
  document.body.append(dialog);
  dialog.showModal();
}

async function showTrail(place) {
  try {
    const list = await get(path("/v1/access", { limit: AT_ONCE }));
    const rows = list.items.map((entry) => [time(entry.time), words(entry.what), h("span", { class: "mono" }, entry.id), entry.by ? h("span", { class: "mono" }, entry.by) : "on the server’s own machine", entry.detail]);
    put(place, rows.length === 0 ? h("p", { class: "note" }, "Nothing yet.") : table({ name: "Trail of access", head: ["Time (UTC)", "What", "Key", "By", "More"], rows }), list.next ? h("p", { class: "note" }, `The latest ${plural(rows.length, "entry", "entries")}; `, h("code", {}, "credence keys trail"), " prints all.") : null);
  } catch (error) {
    put(place, problemBox(error));
  }
}
