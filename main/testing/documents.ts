import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fenced block of a page, without its indentation. */
export interface CodeBlock {
	/** Path of the page from the repository root. */
	page: string;
	/** Line of the opening fence. */
	line: number;
	/** Language after the opening fence; empty without one. */
	language: string;
	text: string;
}

const root = join(import.meta.dirname, '..', '..');
const foreignFolders = /(^|\/)(node_modules|\.[^/]+|build|dist|data|backups)$/;

/** Lists the paths of all Markdown files of the repository. */
export function listPages(): string[] {
	return globSync('**/*.md', { cwd: root, exclude: (path) => foreignFolders.test(path) }).sort();
}

export function readPage(page: string): string {
	return readFileSync(join(root, page), 'utf8');
}

const fencedBlocks = /^( *)```(\w*)\n(.*?)^\1```$/gms;

export function listCodeBlocks(page: string, source = readPage(page)): CodeBlock[] {
	return [...source.matchAll(fencedBlocks)].map(({ index, 1: indent = '', 2: language = '', 3: text = '' }) => ({
		page,
		line: source.slice(0, index).split('\n').length,
		language,
		text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
	}));
}

/** Empties the fenced blocks of a page. The numbers of its lines stay. */
export function removeCodeBlocks(source: string): string {
	return source.replaceAll(fencedBlocks, (block) => block.replaceAll(/[^\n]/g, ''));
}
