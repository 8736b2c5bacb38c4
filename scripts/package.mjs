// Writes the release to dist/: a tarball that runs without npm and without a network, and its checksum.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, removeUnusedFiles } from './packages.mjs';
import { exitWithError, print, root, run, secondsSince } from './tools.mjs';

/** What the server runs with, beside its packages. Tests, their helpers and the development server stay out. */
const programs = ['build', 'contract', 'text', 'server', 'main', 'start'];
/** All documents, because they link to each other. */
const documents = ['docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'LICENSE', 'compose.yaml'];
const excluded = /\.test\.tsx?$|\/testing$|\/main\/dev\.ts$|\/tsconfig\.json$/;
/** npm scripts that need no build tools. */
const includedScripts = ['start', 'backup', 'restore', 'cli'];

const {
	devDependencies: _,
	workspaces: __,
	scripts,
	...manifest
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `${manifest.name}-${manifest.version}-${process.platform}-${process.arch}`;
const parent = join(root, '.cache', 'package');
const folder = join(parent, name);
const tarball = join(root, 'dist', `${name}.tar.gz`);
const start = performance.now();

print(`Packing ${name} …`);
rmSync(parent, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
mkdirSync(join(root, 'dist'), { recursive: true });
for (const path of [...programs, ...documents])
	cpSync(join(root, path), join(folder, path), { recursive: true, filter: (source) => !excluded.test(source) });
for (const path of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, path), join(folder, path));
if (!installPackages(folder, { withDev: false })) {
	exitWithError('The packages could not be installed.', 'Check the connection to the npm registry, then run it again.');
}
removeUnusedFiles(join(folder, 'node_modules'));
rmSync(join(folder, 'package-lock.json'));
const kept = Object.fromEntries(Object.entries(scripts).filter(([script]) => includedScripts.includes(script)));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, scripts: kept }, null, '\t')}\n`);

// Equal contents give an equal tarball: the files are sorted, belong to root, are readable by all and have the date of the epoch.
const order = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
if (!run('tar', ['-C', parent, ...order, '--use-compress-program=gzip -9n', '-cf', tarball, name])) {
	exitWithError('The tarball could not be written.', 'The lines above say why.');
}
rmSync(parent, { recursive: true });
const hash = createHash('sha256').update(readFileSync(tarball)).digest('hex');
writeFileSync(`${tarball}.sha256`, `${hash}  ${name}.tar.gz\n`);
const megabytes = (statSync(tarball).size / 1_000_000).toFixed(0);
print(`  ${tarball.slice(root.length)} (${megabytes} MB) and its .sha256, in ${secondsSince(start)}`);
