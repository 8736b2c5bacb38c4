import type { z } from 'zod';
import type { Config } from '../../server/core/config.ts';
import type { Actor } from '../../server/http/index.ts';
import type { Server } from '../../server/server.ts';

export interface CommandContext {
	server: Server;
	/** Actor of the audit log. */
	actor: Actor;
	/** Aborts when the caller or the server goes away. */
	signal: AbortSignal;
}

type InputShape = Readonly<Record<string, z.ZodType>>;

interface CommandDescription<Shape extends InputShape, Result extends object> {
	/** Two words: what the command works on, and the verb. */
	name: `${string} ${string}`;
	/** What the command does, as a sentence in the imperative without a full stop. */
	summary: string;
	/**
	 * Schema of each input. Each value of an option is text, and `true` for a boolean; the last argument may be an array. The descriptions are
	 * shown by `--help`.
	 */
	input: z.ZodObject<Shape>;
	/** Names of the inputs that are written without `--`, in their order. */
	arguments: readonly (keyof Shape & string)[];
	/** What a person must confirm. Absent if the command is harmless. */
	confirm?: string;
	/** A full command line, for the documentation. */
	example: string;
	/** Text of the result for people. */
	format(result: Result): string;
	/** Returns whether the result names problems, which sets the exit code. False by default. */
	hasProblems?(result: Result): boolean;
}

/** Command that runs in a server, or with its services in the process of the command line. */
export interface CommandDefinition<Shape extends InputShape, Result extends object>
	extends CommandDescription<Shape, Result> {
	run(context: CommandContext, input: z.output<z.ZodObject<Shape>>): Promise<Result>;
}

export interface LocalContext {
	config: Config;
	/** Aborts when the person stops the command. */
	signal: AbortSignal;
	/** Shows on a terminal how far the command is. */
	showProgress(text: string): void;
	/** Returns the passphrase of an export. Throws `UsageError` where nobody can type it. */
	readPassphrase(options: { isNew: boolean }): Promise<string>;
}

/** Command that always runs in the process of the command line, also beside a server. */
export interface LocalCommandDefinition<Shape extends InputShape, Result extends object>
	extends CommandDescription<Shape, Result> {
	runHere(context: LocalContext, input: z.output<z.ZodObject<Shape>>): Promise<Result>;
}

/** Command without the types of its input and result. */
export type Command = CommandDefinition<InputShape, object> | LocalCommand;
export type LocalCommand = LocalCommandDefinition<InputShape, object>;

export function defineCommand<Shape extends InputShape, Result extends object>(
	definition: CommandDefinition<Shape, Result>,
): Command {
	return definition as unknown as Command;
}

export function defineLocalCommand<Shape extends InputShape, Result extends object>(
	definition: LocalCommandDefinition<Shape, Result>,
): Command {
	return definition as unknown as Command;
}
