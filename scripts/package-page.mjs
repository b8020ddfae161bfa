// What the published package says of itself, on the registry's page and in its folder:
// `npm pack` and `npm publish` run `prepare` here before they pack, and `restore` after.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The files as they are in the repository, while the package's own take their place. */
const kept = join(root, ".mcp-gen-packing");

/** What users' npm would run, or has no use for. */
const REPOSITORY_ONLY = [
  "scripts",
  "devDependencies",
  "workspaces",
  "overrides",
];

if (existsSync(kept)) restore();
if (process.argv[2] === "prepare") prepare();

function prepare() {
  const manifest = JSON.parse(read("package.json"));
  const page = repositoryPage();
  const published = new Set(
    ["package.json", ...manifest.files]
      .flatMap(filesBelow)
      .filter((file) => !/^docs\/[^/]*\.png$/.test(file)),
  );
  replace(
    "package.json",
    `${JSON.stringify(packageOf(manifest, page), null, 2)}\n`,
  );
  for (const file of published)
    if (file.endsWith(".md")) {
      const text = read(file);
      const linked = withLinks(text, file, published, page);
      if (linked !== text) replace(file, linked);
    }
}

function restore() {
  cpSync(kept, root, { recursive: true });
  rmSync(kept, { recursive: true });
}

// Users run no scripts of ours, and npm would warn them of `prepare`.
function packageOf(manifest, page) {
  const own = Object.fromEntries(
    Object.entries(manifest).filter(([key]) => !REPOSITORY_ONLY.includes(key)),
  );
  if (page === undefined) return own;
  return {
    ...own,
    repository: { type: "git", url: `git+${page}.git` },
    homepage: `${page}#readme`,
    bugs: `${page}/issues`,
  };
}

/** The repository's page on the web by git's remote; undefined where there is none. */
function repositoryPage() {
  let remote;
  try {
    remote = execFileSync("git", ["remote", "get-url", "origin"], {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) },
    }).trim();
  } catch {
    return undefined;
  }
  const [, host, path] =
    /^(?:https?:\/\/|ssh:\/\/|git:\/\/)?(?:[^@/]*@)?([\w-]+(?:\.[\w-]+)+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(
      remote,
    ) ?? [];
  return host === undefined ? undefined : `https://${host}/${path}`;
}

/** Links to files that are not published lead to the repository; where it is unknown, they are text. */
function withLinks(text, file, published, page) {
  const isPublished = (target) =>
    published.has(target) ||
    [...published].some((each) => each.startsWith(`${target}/`));
  return text.replace(
    /(!?)\[([^\]]*)\]\((?!\w+:|#)([^()\s#]+)(#[^()\s]*)?\)/g,
    (link, image, words, target, anchor = "") => {
      const path = posix.join(posix.dirname(file), target);
      if (isPublished(path)) return link;
      if (page === undefined) return image === "" ? words : "";
      const place = image === "" ? "blob" : "raw";
      return `${image}[${words}](${page}/${place}/HEAD/${path}${anchor})`;
    },
  );
}

function read(file) {
  return readFileSync(join(root, file), "utf8");
}

function replace(file, text) {
  const copy = join(kept, file);
  mkdirSync(dirname(copy), { recursive: true });
  cpSync(join(root, file), copy);
  writeFileSync(join(root, file), text);
}

/** Files below a folder, or the file itself, by their paths from the top. */
function filesBelow(entry) {
  const place = join(root, entry);
  if (!existsSync(place)) return [];
  try {
    return readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) =>
        relative(root, join(parentPath, name)).split(sep).join("/"),
      );
  } catch {
    return [entry];
  }
}
