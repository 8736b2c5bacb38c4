import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFile(join(root, path), 'utf8');

export const dockerfileText = await read('Dockerfile');

/** Splits a Dockerfile into its stages. The first instruction of each is FROM. */
export function splitStages(text: string): Instruction[][] {
	const instructions = DockerfileParser.parse(text).getInstructions();
	const starts = instructions.flatMap((instruction, index) => (instruction.getKeyword() === 'FROM' ? [index] : []));
	return starts.map((start, index) => instructions.slice(start, starts[index + 1]));
}

/** Returns the arguments of an instruction in one line, without comments between its lines. */
export function getArguments(instruction: Instruction): string {
	return (instruction.getRawArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, '');
}

export const isCopy = (instruction: Instruction): instruction is Copy => instruction.getKeyword() === 'COPY';

const ignorePatterns = (await read('.dockerignore'))
	.split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.map((line) => ({ keeps: line.startsWith('!'), pattern: line.replace(/^!/, '') }));

/** Returns whether .dockerignore hides a path. The last pattern that matches the path or one of its parents wins. */
export function isIgnored(path: string): boolean {
	// A pattern of Docker matches names that begin with a dot, too.
	const hideDots = (text: string) => text.replaceAll(/(?<=^|\/)\./g, 'dot-');
	const parents = hideDots(path)
		.split('/')
		.map((_, index, parts) => parts.slice(0, index + 1).join('/'));
	const match = ignorePatterns.findLast(({ pattern }) =>
		parents.some((parent) => matchesGlob(parent, hideDots(pattern))),
	);
	return match !== undefined && !match.keeps;
}

export interface ComposeService {
	image?: string;
	build?: string;
	command?: string | string[];
	environment?: Record<string, string | number>;
	ports?: string[];
	cap_add?: string[];
	restart?: string;
	volumes?: string[];
	healthcheck?: { test?: string[]; disable?: boolean };
	stop_grace_period?: string;
	deploy?: { replicas: number };
	depends_on?: Record<string, { condition: string }>;
}

export const compose = parse(await read('compose.yaml'), { merge: true }) as {
	services: Record<string, ComposeService>;
	configs: Record<string, { file?: string }>;
	volumes: Record<string, unknown>;
};

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?error}` as Docker Compose does. Throws if a required variable is missing. */
export function interpolate(text: string, env: Readonly<Record<string, string>>): string {
	return text.replaceAll(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (_, name: string, kind: string, word: string) => {
		if (kind === '?' && !env[name]) throw new Error(`${name}: ${word}`);
		return env[name] || (kind === '-' ? word : '');
	});
}
