import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { join, normalize } from "node:path";
import { chromium } from "playwright-core";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const PAGE = `<!doctype html><script type="importmap">{ "imports": { "@credence/client": "/dist/index.js" } }</script>`;

/** Serves the package to a page of Chromium, and gives what a module that is played there prints. */
export async function runInChromium<T>(dist: string, work: (origin: string, play: (module: string) => Promise<string[]>) => Promise<T>): Promise<T> {
  const modules = new Map<string, string>();
  const files = createServer((request, response) => {
    const path = request.url ?? "/";
    const send = (type: string, text: string | Buffer) => response.writeHead(200, { "content-type": type }).end(text);
    const module = modules.get(path);
    if (path === "/") return void send("text/html", PAGE);
    if (module !== undefined) return void send("text/javascript", module);
    readFile(join(dist, normalize(path.replace(/^\/dist/, "")))).then(
      (text) => send("text/javascript", text),
      () => response.writeHead(404).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(files, "listening");
  const address = files.address();
  if (address === null || typeof address === "string") throw new Error("the page has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ARGUMENTS });
  try {
    return await work(origin, async (module) => {
      const page = await browser.newPage();
      const printed: string[] = [];
      // Chromium itself reports each answer that is a problem, as an error; what the module prints is of the type log.
      page.on("console", (message) => message.type() === "log" && printed.push(message.text()));
      await page.goto(origin);
      modules.set("/session.js", module);
      // A module's promise ends when the last of its lines was run, and fails as it fails.
      await page.evaluate("import('/session.js').then(() => undefined)");
      return printed;
    });
  } finally {
    await browser.close();
    files.closeAllConnections();
    files.close();
  }
}
