import { z } from 'zod';
import { commandLineActor } from '../../server/accounts/index.ts';
import { DiskFullError } from '../../server/core/disk-full-error.ts';
import { DomainError } from '../../server/core/domain-error.ts';
import { ServiceUnavailableError } from '../../server/core/service-unavailable-error.ts';
import type { Server } from '../../server/server.ts';
import { findCommand } from './commands.ts';
import { type CommandError, parseInput } from './parse-input.ts';

export const callSchema = z.strictObject({ command: z.string(), input: z.record(z.string(), z.unknown()) });
export type CommandCall = z.infer<typeof callSchema>;

/** Outcome of a command. Errors are values, because they cross the socket. */
export type CommandOutcome = { result: object } | { error: CommandError };

/** Runs a command with the services of a server. Never throws. */
export async function runCommand(
	server: Server,
	{ command: name, input }: CommandCall,
	signal: AbortSignal,
): Promise<CommandOutcome> {
	const command = findCommand(name);
	if (!command || !('run' in command))
		return { error: { code: 'invalid', message: `The server does not know the command: ${name}` } };
	const parsed = parseInput(command.input, input);
	if ('error' in parsed) return parsed;
	try {
		return { result: await command.run({ server, actor: commandLineActor, signal }, parsed.data) };
	} catch (error) {
		if (signal.aborted)
			return { error: { code: 'unavailable', message: 'The server stopped before the command ended' } };
		if (!(error instanceof DomainError)) server.logger.error({ err: error, command: name }, 'A command failed');
		return { error: toCommandError(error) };
	}
}

/** Converts an error for the operator, who may read messages that callers of the API may not. */
function toCommandError(error: unknown): CommandError {
	if (error instanceof DomainError) {
		const { code, message, fields } = error;
		return { code, message, ...(fields && { fields }) };
	}
	const message = error instanceof Error ? error.message : String(error);
	if (error instanceof DiskFullError) return { code: 'disk_full', message };
	return { code: error instanceof ServiceUnavailableError ? 'unavailable' : 'internal', message };
}
