/** A loopback server that hands a page out under a strict policy and takes its report. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Own scripts only, and no code from strings. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

const PAGE = `<!doctype html><meta charset="utf-8"><title>validators</title><script type="module" src="/page.js"></script>`;

/** A message and the type to validate it as. */
export interface Case {
  readonly type: string;
  readonly text: string;
}

/** What the page found out. */
export interface Report {
  readonly canMakeCode: boolean;
  readonly verdicts: readonly {
    readonly is: boolean;
    readonly sameReference: boolean;
    readonly path: readonly (string | number)[] | null;
  }[];
}

export interface PageServer {
  readonly url: string;
  /** Settles when the page has reported. */
  readonly report: Promise<Report>;
  readonly close: () => Promise<void>;
}

/**
 * @param generated folder of the compiled output, served below `/generated/`
 * @param cases what the page is to validate
 */
export async function servePage(
  generated: string,
  cases: readonly Case[],
): Promise<PageServer> {
  let reported: (report: Report) => void = () => {};
  const report = new Promise<Report>((resolve) => (reported = resolve));
  const script = readFileSync(
    fileURLToPath(new URL("page.js", import.meta.url)),
  );
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    response.setHeader("Content-Security-Policy", POLICY);
    const answer = (type: string, body: string | Buffer): void => {
      response.setHeader("Content-Type", type);
      response.end(body);
    };
    if (url === "/") return answer("text/html", PAGE);
    if (url === "/page.js") return answer("text/javascript", script);
    if (url === "/cases") {
      return answer("application/json", JSON.stringify(cases));
    }
    if (url === "/report") {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (chunk: string) => (body += chunk));
      request.on("end", () => {
        answer("text/plain", "");
        reported(JSON.parse(body) as Report);
      });
      return;
    }
    const file = /^\/generated\/((?:[\w-]+\/)?[\w-]+\.js)$/.exec(url)?.[1];
    if (file) {
      return answer("text/javascript", readFileSync(join(generated, file)));
    }
    response.statusCode = 404;
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    report,
    close: () => closed(server),
  };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
