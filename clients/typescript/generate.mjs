// Makes src/openapi.ts, src/rulesets.ts and src/tables/ from the contract:  node generate.mjs OPENAPI_JSON OUT_FOLDER
// What is checked in is compared with what this makes, by tests/stale.test.ts: a new ruleset or event reaches authors without a line by hand.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import openapi, { astToString, transformSchemaObject } from "openapi-typescript";
import ts from "typescript";

/** What every table can do; an event of such a name gets a method that ends in `_`, as in the Python client. */
const TAKEN = new Set(["append", "ask", "audit", "belief", "constructor", "curve", "events", "finish", "game", "note", "observer", "report", "reported", "resume", "retract", "ruleset", "stream", "takeBack", "truth", "turn", "whatIf", "why", "worldArrays", "worlds"]);
const HEAD = "// Made from the contract by generate.mjs; do not edit. `clients/typescript/check` says when it is stale.\n";

const pascal = (name) => name.split("_").map((part) => part[0].toUpperCase() + part.slice(1)).join("");
const camel = (name) => pascal(name)[0].toLowerCase() + pascal(name).slice(1);
const method = (event) => (TAKEN.has(camel(event)) ? `${camel(event)}_` : camel(event));
const comment = (text) => `/** ${text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */`;

/** How the contract says that the keys of an object are seats. */
const SEATS = "^\\d+$";

/** The type of an object by seat: its keys are numbers, so that `{ "seat:1": … }` does not compile. What makes the types knows keys of text alone. */
function bySeat({ propertyNames, ...schema }, options) {
  if (propertyNames?.pattern !== SEATS) return undefined;
  const key = ts.factory.createParameterDeclaration(undefined, undefined, "key", undefined, ts.factory.createKeywordTypeNode(ts.SyntaxKind.NumberKeyword));
  const numbered = (node) => {
    if (ts.isUnionTypeNode(node)) return ts.factory.createUnionTypeNode(node.types.map(numbered));
    if (!ts.isTypeLiteralNode(node)) return node;
    return ts.factory.createTypeLiteralNode(node.members.map((member) => (ts.isIndexSignatureDeclaration(member) ? ts.factory.createIndexSignature(undefined, [key], member.type) : member)));
  };
  return numbered(transformSchemaObject(schema, options));
}

const [source, out] = process.argv.slice(2);
const document = JSON.parse(await readFile(source, "utf8"));
const schemas = document.components.schemas;
const rulesets = Object.keys(schemas.OpenRequest.discriminator.mapping);
await mkdir(`${out}/tables`, { recursive: true });
await writeFile(`${out}/openapi.ts`, HEAD + astToString(await openapi(document, { alphabetize: true, transform: bySeat })));

const entries = rulesets.map((ruleset) => {
  const prefix = pascal(ruleset);
  return `  ${ruleset}: {
    event: S["${prefix}Event"] | S["EveryGameEvent"];
    instead: S["${prefix}Instead"];
    view: S["${prefix}View"] | S["EveryGameView"] | S["OpeningView"] | S["HiddenEvent"];
    query: S["${prefix}Query"];
    answer: S["${prefix}Answer"];
    worlds: S["${prefix}WorldsAnswer"];
    turn: S["${prefix}TurnAnswer"];
    open: S["${prefix}OpenRequest"];
    parameters: S["${prefix}Parameters"];
  };`;
});
await writeFile(
  `${out}/rulesets.ts`,
  `${HEAD}import type { components } from "./openapi.js";

type S = components["schemas"];

/** What each ruleset's tables take and give. */
export interface Rulesets {
${entries.join("\n")}
}
`,
);

for (const ruleset of rulesets) {
  const events = schemas[`${pascal(ruleset)}Event`];
  const methods = Object.entries(events.discriminator.mapping).map(([event, reference]) => {
    const schema = schemas[reference.split("/").at(-1)];
    return `  ${comment(schema.description)}
  ${method(event)}(data: Data<"${event}">, options?: ReportOptions): Promise<Appended> {
    return this.report([{ type: "${event}", data }], options);
  }`;
  });
  await writeFile(
    `${out}/tables/${ruleset}.ts`,
    `${HEAD}import type { ReportOptions } from "../call_options.js";
import type { DataOf } from "../contract.js";
import { Table, type Appended } from "../table.js";

type Data<T extends string> = DataOf<"${ruleset}", T>;

${comment(events.description)}
export class ${pascal(ruleset)}Table extends Table<"${ruleset}"> {
${methods.join("\n\n")}
}
`,
  );
}
const imports = rulesets.map((ruleset) => `import { ${pascal(ruleset)}Table } from "./${ruleset}.js";`);
await writeFile(`${out}/tables/index.ts`, `${HEAD}${rulesets.map((ruleset) => `export { ${pascal(ruleset)}Table } from "./${ruleset}.js";`).join("\n")}\n`);
await writeFile(
  `${out}/tables/hosted.ts`,
  `${HEAD}import type { Ruleset } from "../contract.js";
import type { Seat } from "../seat.js";
${imports.join("\n")}

/** The class of each ruleset's tables. */
export const TABLES = {
${rulesets.map((ruleset) => `  ${ruleset}: ${pascal(ruleset)}Table,`).join("\n")}
};

/** The table of a ruleset. */
export type TableOf<R extends Ruleset> = InstanceType<(typeof TABLES)[R]>;
/** Opens a game's table, or sits down at one that stands: the same call does both, so that a bot may start again. */
type Open<R extends Ruleset> = (seat: Seat<R>) => Promise<TableOf<R>>;

/** A table of each ruleset that a server hosts. */
export abstract class Hosted {
${rulesets.map((ruleset) => `  ${comment(schemas[`${pascal(ruleset)}Event`].description)}\n  readonly ${camel(ruleset)}: Open<"${ruleset}"> = (seat) => this.open("${ruleset}", seat);`).join("\n")}

  /** Opens a table of a ruleset that is named. */
  abstract open<R extends Ruleset>(ruleset: R, seat: Seat<R>): Promise<TableOf<R>>;
}
`,
);
