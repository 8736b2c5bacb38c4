import { createInterface } from 'node:readline/promises';
import { readConfig } from '../server/core/config.ts';
import { callServer } from './commands/call-server.ts';
import type { Command } from './commands/define-command.ts';
import { formatCommandHelp, formatHelp } from './commands/help.ts';
import { type CommandLine, parseCommandLine, UsageError } from './commands/parse-arguments.ts';
import { type CommandError, parseInput } from './commands/parse-input.ts';
import type { CommandOutcome } from './commands/run-command.ts';

/** Exit codes, which docs/command-line.md explains to scripts. */
const exitCodes = { done: 0, failed: 1, wrongUsage: 2, foundProblems: 3 };

/** Runs one command of the operator: `npm run cli -- <command>`. Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
	// A command line that cannot be parsed may still ask for JSON.
	const isJson = args.includes('--json');
	try {
		const line = parseCommandLine(args);
		const { command } = line;
		if (!command || line.help) {
			console.log(command ? formatCommandHelp(command) : formatHelp());
			return exitCodes.done;
		}
		if (!(await isConfirmed(command, line))) return exitCodes.failed;
		const outcome = await run(command, line);
		if ('error' in outcome) return printError(outcome.error, isJson);
		console.log(isJson ? JSON.stringify(outcome.result) : removeControls(command.format(outcome.result)));
		return command.hasProblems?.(outcome.result) ? exitCodes.foundProblems : exitCodes.done;
	} catch (error) {
		const code = error instanceof UsageError ? 'invalid' : 'internal';
		return printError({ code, message: error instanceof Error ? error.message : String(error) }, isJson);
	}
}

/** Runs a command in the server. If no server runs, or the command never runs in one, runs it in this process. */
async function run(command: Command, { input, json }: CommandLine): Promise<CommandOutcome> {
	const parsed = parseInput(command.input, input);
	if ('error' in parsed) return parsed;
	if ('runHere' in command) {
		const { runHere } = await import('./commands/run-here.ts');
		return { result: await runHere(command, parsed.data, { env: process.env, isQuiet: json }) };
	}
	const call = { command: command.name, input };
	const outcome = await callServer(readConfig(process.env).dataDir, call);
	if (outcome) return outcome;
	const { runWithoutServer } = await import('./commands/run-without-server.ts');
	return runWithoutServer(process.env, call);
}

/** Asks a person at a terminal. Throws `UsageError` where nobody can answer. */
async function isConfirmed({ name, confirm }: Command, { json, yes }: CommandLine): Promise<boolean> {
	if (confirm === undefined || yes) return true;
	if (json || !process.stdin.isTTY) throw new UsageError(`${name} needs --yes. ${confirm}`);
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	const answer = await terminal.question(`${confirm} Continue? [y/N] `);
	terminal.close();
	return /^y(es)?$/i.test(answer.trim());
}

function printError(error: CommandError, isJson: boolean): number {
	if (isJson) console.log(JSON.stringify({ error }));
	else console.error(removeControls(error.message));
	return error.code === 'invalid' ? exitCodes.wrongUsage : exitCodes.failed;
}

/** Removes control characters except line breaks. A terminal would execute those in error messages of other programs. */
function removeControls(text: string): string {
	return text.replaceAll(/(?!\n)\p{Cc}/gu, '');
}

process.exitCode = await main(process.argv.slice(2));
