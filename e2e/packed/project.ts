import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** What of a package.json is looked at here. */
interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export const MANIFEST = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** What can be imported, by the name under which it is: `tasklens`, `tasklens/bridge`. */
export const ENTRIES: readonly string[] = Object.keys(MANIFEST.exports)
  .filter((key) => !key.endsWith('.json'))
  .map((key) => MANIFEST.name + key.slice(1));

/** An empty project in which nothing but the packed package (and what it wants beside it) is installed. */
export interface Project {
  readonly folder: string;
  readonly remove: () => void;
}

export function installPacked(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'tasklens-packed-'));
  const npm = (...args: string[]): string => execFileSync('npm', args, { encoding: 'utf8', stdio: 'pipe' });
  const [packed] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder)) as {
    filename: string;
  }[];
  if (!packed) throw new Error('npm pack made nothing');
  writeFileSync(join(folder, 'package.json'), '{ "name": "an-app", "private": true, "type": "module" }\n');
  npm(
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--legacy-peer-deps',
    join(folder, packed.filename),
  );
  // A peer is the app's own: the copy that is here stands for it.
  for (const peer of Object.keys(MANIFEST.peerDependencies ?? {})) {
    const place = join(folder, 'node_modules', peer);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(resolve('node_modules', peer), place, 'dir');
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The Node that runs, and those named in TASKLENS_NODES (paths, apart by colons). */
export const NODES: readonly string[] = [
  process.execPath,
  ...(process.env.TASKLENS_NODES?.split(':').filter((path) => path !== '') ?? []),
];

/** Runs an ES module in the project; returns what it printed. */
export function runModule(project: Project, node: string, source: string): string {
  return execFileSync(node, ['--input-type=module', '--eval', source], {
    cwd: project.folder,
    encoding: 'utf8',
    stdio: 'pipe',
  }).trim();
}
