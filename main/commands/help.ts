import { commands } from './commands.ts';
import type { Command } from './define-command.ts';
import { commonOptions, getType, listOptions } from './parse-arguments.ts';

const programName = 'kasuwa';

/** Lists all commands. */
export function formatHelp(): string {
	return [
		`Usage: ${programName} <command> [options]`,
		formatTable(commands.map(({ name, summary }) => [name, summary])),
		'Options of every command:',
		formatCommonOptions(),
		`${programName} <command> --help describes one command. docs/command-line.md has examples and exit codes.`,
	].join('\n\n');
}

/** Describes one command. */
export function formatCommandHelp(command: Command): string {
	const rows = [
		...command.arguments.map((name) => [`<${name}>`, command.input.shape[name]?.description ?? '']),
		...listOptions(command).map(({ name, isFlag, description }) => [formatOption(name, isFlag), description]),
	];
	return [
		`Usage: ${programName} ${formatUsage(command)}`,
		`${command.summary}.`,
		...(rows.length > 0 ? [formatTable(rows)] : []),
		'Options of every command:',
		formatCommonOptions(),
		`Example: ${programName} ${command.example}`,
	].join('\n\n');
}

/** Returns the form of a command, such as `account restore <account> --reason <text>`. */
export function formatUsage(command: Command): string {
	const words = command.arguments.map((name) => (getType(command, name) === 'array' ? `[<${name}>...]` : `<${name}>`));
	const options = listOptions(command).map(({ name, isFlag, isRequired }) =>
		isRequired ? formatOption(name, isFlag) : `[${formatOption(name, isFlag)}]`,
	);
	return [command.name, ...words, ...options].join(' ');
}

function formatOption(name: string, isFlag: boolean): string {
	return isFlag ? `--${name}` : `--${name} <value>`;
}

function formatCommonOptions(): string {
	return formatTable(Object.entries(commonOptions).map(([name, { description }]) => [`--${name}`, description]));
}

function formatTable(rows: readonly (readonly string[])[]): string {
	const width = Math.max(...rows.map(([name = '']) => name.length));
	return rows.map(([name = '', text = '']) => `  ${name.padEnd(width)}  ${text}`).join('\n');
}
