import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { findCommand } from './commands.ts';
import type { Command } from './define-command.ts';

/** Error in how a command is written. Its message says how to write it. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}

export interface CommandLine {
	/** Null if only help was asked for. */
	command: Command | null;
	input: Record<string, unknown>;
	help: boolean;
	json: boolean;
	/** Whether the person confirmed the command in advance. */
	yes: boolean;
}

/** Options of every command. */
export const commonOptions = {
	json: { type: 'boolean', description: 'print one JSON document, also for errors' },
	yes: { type: 'boolean', description: 'do not ask for confirmation' },
	help: { type: 'boolean', description: 'show this' },
} as const;

/** Parses a command line without the program's name. The input is text and is not validated. Throws `UsageError`. */
export function parseCommandLine(args: readonly string[]): CommandLine {
	// Options of every command may stand before the name. They have no values.
	const namePositions = [...args.keys()].filter((position) => !args[position]?.startsWith('-')).slice(0, 2);
	const name = namePositions.map((position) => args[position]).join(' ');
	const command = findCommand(name);
	if (!command && name !== '') throw new UsageError(`Unknown command: ${name}. See --help.`);
	const others = args.filter((_, position) => !namePositions.includes(position));
	const { values, positionals } = parse(others, command ?? null);
	const { json = false, yes = false, help = false, ...options } = values;
	return {
		command: command ?? null,
		input: { ...options, ...toInput(command?.arguments ?? [], positionals, command) },
		help: help === true || command === undefined,
		json: json === true,
		yes: yes === true,
	};
}

function parse(args: string[], command: Command | null) {
	const options = Object.fromEntries(
		(command ? listOptions(command) : []).map(({ name, isFlag }) => [
			name,
			{ type: isFlag ? ('boolean' as const) : ('string' as const) },
		]),
	);
	try {
		return parseArgs({ args, options: { ...options, ...commonOptions }, allowPositionals: true });
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

/** Names positional words. The last argument takes all further words if it is a list. */
function toInput(names: readonly string[], words: readonly string[], command: Command | undefined) {
	const last = names.at(-1);
	const isList = last !== undefined && command !== undefined && getType(command, last) === 'array';
	if (!isList && words.length > names.length)
		throw new UsageError(`Too many words: ${words.slice(names.length).join(' ')}`);
	const input: Record<string, unknown> = {};
	for (const [index, name] of names.entries()) {
		if (isList && name === last) input[name] = words.slice(index);
		else if (words[index] !== undefined) input[name] = words[index];
	}
	return input;
}

/** Lists the inputs of a command that are written with `--`. */
export function listOptions(
	command: Command,
): { name: string; isFlag: boolean; isRequired: boolean; description: string }[] {
	return Object.entries(command.input.shape).flatMap(([name, schema]) =>
		command.arguments.includes(name)
			? []
			: [
					{
						name,
						isFlag: getType(command, name) === 'boolean',
						isRequired: !schema.safeParse(undefined).success,
						description: schema.description ?? '',
					},
				],
	);
}

/** Returns the type of an input without its default, such as `string`. */
export function getType(command: Command, name: string): string {
	let type: z.core.$ZodType | undefined = command.input.shape[name];
	while (type && 'innerType' in type._zod.def) type = type._zod.def.innerType as z.core.$ZodType;
	return type?._zod.def.type ?? '';
}
