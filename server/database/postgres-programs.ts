import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';

/** Returns the path of a PostgreSQL program: Debian's newest, else that of `pg_config` or PATH; null if it is not installed. */
export async function findPostgresProgram(name: string): Promise<string | null> {
	const versions = existsSync(debianFolder) ? await readdir(debianFolder) : [];
	const newestFirst = versions
		.sort((a, b) => Number(b) - Number(a))
		.map((version) => join(debianFolder, version, 'bin'));
	const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim();
	const onPath = (process.env.PATH ?? '').split(delimiter);
	const folders = [...newestFirst, configured, ...onPath].filter((folder) => folder !== undefined && folder !== '');
	return folders.map((folder) => join(String(folder), name)).find((path) => existsSync(path)) ?? null;
}
