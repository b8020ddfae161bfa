/**
 * Debian's Chromium, driven by playwright-core.
 *
 * Playwright's own types need the DOM's, which the sources of a program for
 * Node must not see; what the test uses of it is stated here instead.
 */
import { existsSync } from "node:fs";

export interface Page {
  on(event: "pageerror", listener: (error: Error) => void): void;
  goto(url: string): Promise<unknown>;
}

export interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: {
    launch(options: {
      readonly executablePath: string;
      readonly args: readonly string[];
    }): Promise<Browser>;
  };
}

/** Where Debian's package puts it. */
export const CHROMIUM = "/usr/bin/chromium";

/** Whether there is a browser to test with. */
export const hasChromium: boolean = existsSync(CHROMIUM);

/** Starts the browser without a window and without traffic of its own. */
export async function launchChromium(): Promise<Browser> {
  const name: string = "playwright-core";
  const { chromium } = (await import(name)) as Playwright;
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
