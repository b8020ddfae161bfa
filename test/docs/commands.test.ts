/** Every command of the documentation does what the page says. */
import { afterAll, describe, expect, test } from "vitest";
import { commandExceptions, pagesRunElsewhere } from "./exceptions.js";
import { guidePages } from "./pages.js";
import { prepare } from "./preparation.js";
import { Project } from "./project.js";
import { commandsOf, isAsShown, normalised } from "./transcript.js";

const pages = guidePages()
  .filter(({ path }) => pagesRunElsewhere[path] === undefined)
  .map((page) => ({
    path: page.path,
    blocks: page.blocks.flatMap((block) => {
      const commands = commandsOf(block);
      return commands.length === 0 ? [] : [{ place: block.place, commands }];
    }),
  }));

const projects: Project[] = [];
afterAll(() => projects.forEach((project) => project.remove()));

function isLeftOut(page: string, command: string): boolean {
  return commandExceptions.some(
    (exception) => exception.page === page && exception.what === command,
  );
}

describe("commands", () => {
  test.each(pages.filter(({ blocks }) => blocks.length > 0))(
    "of $path",
    async ({ path, blocks }) => {
      const project = new Project();
      projects.push(project);
      await prepare(path, project);
      for (const { place, commands } of blocks) {
        const run = commands.filter(({ text }) => !isLeftOut(path, text));
        const typed = await project.type(run.map(({ text }) => text));
        for (const [index, { command, output, exitCode }] of typed.entries()) {
          const where = `${place}: ${command}`;
          const { shown } = run[index] ?? {};
          if (shown === undefined) {
            expect([where, exitCode, output]).toEqual([where, 0, output]);
            continue;
          }
          const [printed, wanted] = [
            normalised(output),
            normalised(shown.join("\n")),
          ];
          if (!isAsShown(printed, wanted))
            expect([where, ...printed]).toEqual([where, ...wanted]);
        }
      }
    },
    120_000,
  );

  test.each(commandExceptions)(
    "cannot succeed on $page: $what",
    async ({ page, what, why }) => {
      expect(why).not.toBe("");
      const commands = pages
        .filter(({ path }) => path === page)
        .flatMap(({ blocks }) => blocks.flatMap((block) => block.commands));
      expect(commands.map(({ text }) => text)).toContain(what);
      const project = new Project();
      projects.push(project);
      const [typed] = await project.type([what]);
      expect(typed?.exitCode).not.toBe(0);
    },
  );
});
