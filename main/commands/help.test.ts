import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commands } from './commands.ts';
import { formatCommandHelp, formatHelp, formatUsage } from './help.ts';
import { parseCommandLine } from './parse-arguments.ts';
import { parseInput } from './parse-input.ts';

const readDocument = (path: string) => readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');

/** Lists the command lines in the code blocks of a document, without the program and the comment. */
function listCommandLines(document: string): string[] {
	const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
	return blocks.flatMap((block) =>
		[...block.matchAll(/(?:^|main\/)kasuwa ((?:"[^"]*"|[^#|>\n"])+)|npm run cli -- ([^#\n]+)/gm)].map(
			([, first, second]) => (first ?? second ?? '').trim(),
		),
	);
}

/** Splits a command line at spaces outside of double quotes. */
function toWords(line: string): string[] {
	return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

test('the documentation lists the commands of the help, in their words', () => {
	const document = readDocument('docs/command-line.md');
	const rows = [...document.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, usage, summary]) => [usage, summary]);
	expect(rows).toEqual(commands.map((command) => [formatUsage(command), command.summary]));
	const helpRows = [...formatHelp().matchAll(/^ {2}([a-z]\S+ \S+) +(.+)$/gm)].map(([, name, summary]) => [
		name,
		summary,
	]);
	expect(helpRows).toEqual(commands.map(({ name, summary }) => [name, summary]));
});

test.each(commands.map((command) => [command.name, command] as const))(
	'the help of %s has each input',
	(_, command) => {
		const help = formatCommandHelp(command);
		expect(help).toContain(`Usage: kasuwa ${formatUsage(command)}`);
		for (const [name, schema] of Object.entries(command.input.shape)) {
			expect(schema.description, name).toBeTruthy();
			expect(help).toContain(schema.description);
		}
	},
);

test('every command line in the documents works as it is written', () => {
	const lines = ['docs/command-line.md', 'docs/production.md'].flatMap((path) => listCommandLines(readDocument(path)));
	expect(lines).toEqual(expect.arrayContaining(commands.map(({ example }) => example)));
	expect(lines).toContain('second-factor reset boss@market.example');
	for (const line of lines) {
		const { command, input } = parseCommandLine(toWords(line));
		expect(command && parseInput(command.input, input), line).toHaveProperty('data');
	}
});

test('names inputs, flags and lists', () => {
	const parse = (line: string) => {
		const { command, ...rest } = parseCommandLine(toWords(line));
		return { name: command?.name ?? null, ...rest };
	};
	const common = { help: false, json: false, yes: false };
	expect(parse('account suspend ada --reason "No phone" --days=7 --yes')).toEqual({
		...common,
		name: 'account suspend',
		input: { account: 'ada', reason: 'No phone', days: '7' },
		yes: true,
	});
	expect(parse('jobs requeue 1 2 --json')).toEqual({
		...common,
		name: 'jobs requeue',
		input: { ids: ['1', '2'] },
		json: true,
	});
	expect(parse('--json jobs list')).toEqual({ ...common, name: 'jobs list', input: {}, json: true });
	expect(parse('jobs requeue --all').input).toEqual({ ids: [], all: true });
	expect(parse('ad remove --help')).toMatchObject({ name: 'ad remove', help: true });
	for (const line of ['', '--help']) expect(parse(line)).toMatchObject({ name: null, help: true });
});

test.each(['jobs', 'list', 'jobs list extra', 'jobs list --nope', 'constructor', 'account suspend ada --days'])(
	'rejects: %s',
	(line) => {
		expect(() => parseCommandLine(toWords(line))).toThrow(expect.objectContaining({ name: 'UsageError' }));
	},
);

test('wrong inputs are named in sentences, without a server too', () => {
	const input = z.strictObject({ days: z.coerce.number().min(1).max(365), note: z.string().max(3) });
	const parse = (values: Record<string, unknown>) => parseInput(input, values);
	expect(parse({ days: '1000', note: 'long' })).toMatchObject({
		error: { fields: { days: 'Use 365 or less', note: 'Use up to 3 characters' } },
	});
	expect(parse({ days: 'soon', note: 7 })).toMatchObject({
		error: { fields: { days: 'This value has the wrong type', note: 'This value has the wrong type' } },
	});
});
