import { z } from 'zod';
import { emailSchema, idParamSchema, userNameSchema } from '../../contract/core/fields.ts';
import { suspendUser } from '../../contract/moderation/moderation.ts';
import type { Setting } from '../../server/core/config.ts';
import type { MoveResult } from '../../server/operator/moving/index.ts';
import { type Command, defineCommand, defineLocalCommand } from './define-command.ts';

// Both the command line and the server load this file. What only `run` needs is imported when it runs.

const accountSchema = z.string().trim().min(1).describe('user name or email address');

/** Reason of a decision, as administrators give it. */
const reasonSchema = suspendUser.body.shape.reason;

const folderSchema = z.string().min(1).describe('folder of the export');

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
	defineCommand({
		name: 'admin create',
		summary: 'Create an administrator with a password that must be changed at the first login',
		input: z.strictObject({
			email: emailSchema.describe('address that logs in'),
			user_name: userNameSchema.describe('name in the audit log'),
		}),
		arguments: ['email', 'user_name'],
		example: 'admin create boss@market.example boss',
		run: async ({ server, actor }, { email, user_name: userName }) => {
			const created = await server.accounts.createAdministrator(actor, { email, userName });
			return { ...created, user_name: userName };
		},
		format: ({ email, password }) => `Log in at /admin with ${email}\nPassword: ${password} (shown this once)`,
	}),
	defineCommand({
		name: 'admin promote',
		summary: 'Make an account an administrator, end its sessions and tell it by email',
		input: z.strictObject({ account: accountSchema }),
		arguments: ['account'],
		confirm: 'The account may then read private data, confirm payments and suspend others.',
		example: 'admin promote bola --yes',
		run: async ({ server, actor }, { account }) => {
			const { id, user_name } = await server.accounts.admin.find(account);
			const promoted = await server.db.transaction((tx) => server.accounts.promote(tx, actor, id));
			return { id, user_name, ...promoted };
		},
		format: ({ user_name, second_factor }) =>
			[
				`@${user_name} is an administrator and must log in again.`,
				...(second_factor ? [] : ['The account has no second factor. It should turn one on under Security.']),
			].join('\n'),
	}),
	defineCommand({
		name: 'second-factor reset',
		summary: 'Turn off the second factor of an account, remove its passkeys, end its sessions and tell it by email',
		input: z.strictObject({ account: accountSchema }),
		arguments: ['account'],
		confirm: 'The password alone then opens the account. Be sure that its owner asks for this.',
		example: 'second-factor reset boss@market.example --yes',
		run: async ({ server, actor }, { account }) => {
			const found = await server.accounts.admin.find(account);
			await server.db.transaction((tx) => server.accounts.secondFactor.reset(tx, actor, found.id));
			return found;
		},
		format: ({ user_name }) => `@${user_name} has no second factor now and must log in again.`,
	}),
	defineCommand({
		name: 'account suspend',
		summary: 'Suspend an account: hide it, end its sessions and tell it why by email',
		input: z.strictObject({
			account: accountSchema,
			reason: reasonSchema.describe('what the owner reads'),
			days: z.coerce
				.number('Not a number')
				.pipe(suspendUser.body.shape.days.unwrap())
				.optional()
				.describe('1 to 365; without it until `account restore`'),
		}),
		arguments: ['account'],
		confirm: 'Nobody sees the account and its ads and posts then.',
		example: 'account suspend ada --reason "The phones never arrived." --days 30 --yes',
		run: async ({ server, actor }, { account, reason, days = null }) => {
			const { id, user_name } = await server.accounts.admin.find(account);
			const decision = await server.db.transaction((tx) => server.moderation.suspend(tx, actor, id, { reason, days }));
			return { id, user_name, decision: decision.id, until: decision.until };
		},
		format: ({ user_name, until }) => `@${user_name} is suspended${until === null ? '' : ` until ${until}`}.`,
	}),
	defineCommand({
		name: 'account restore',
		summary: 'End the suspension of an account and tell it by email',
		input: z.strictObject({ account: accountSchema, reason: reasonSchema.describe('what the owner reads') }),
		arguments: ['account'],
		example: 'account restore ada --reason "The buyer has his phone."',
		run: async ({ server, actor }, { account, reason }) => {
			const found = await server.accounts.admin.find(account);
			await server.db.transaction((tx) => server.moderation.endSuspension(tx, actor, found.id, reason));
			return found;
		},
		format: ({ user_name }) => `@${user_name} may log in again.`,
	}),
	defineCommand({
		name: 'ad remove',
		summary: 'Delete an ad with its files and tell its seller why by email',
		input: z.strictObject({
			id: idParamSchema.describe('number in the address of the ad'),
			reason: reasonSchema.describe('what the seller reads'),
		}),
		arguments: ['id'],
		confirm: 'A deleted ad cannot be restored.',
		example: 'ad remove 1042 --reason "This item may not be sold here." --yes',
		run: async ({ server, actor }, { id, reason }) => {
			const decision = await server.moderation.removeAd(actor, id, reason);
			return { id, title: decision.target.title, decision: decision.id };
		},
		format: ({ id, title }) => `Ad ${id} is deleted: ${title}`,
	}),
	defineCommand({
		name: 'jobs list',
		summary: 'Count the jobs, and list the newest 50 that failed for the last time',
		input: z.strictObject({}),
		arguments: [],
		example: 'jobs list',
		run: async ({ server }) => {
			const { items } = await server.operations.listFailedJobs();
			return { ...(await server.jobs.stats()), jobs: items };
		},
		format: ({ waiting, running, failed, jobs }) =>
			[
				`${waiting} waiting, ${running} running, ${failed} failed`,
				...jobs.map(({ id, name, failed_at, error }) => `${id}  ${name}  ${failed_at}  ${error}`),
			].join('\n'),
	}),
	defineCommand({
		name: 'jobs requeue',
		summary: 'Run failed jobs again: those with the given ids, or all',
		input: z
			.strictObject({
				ids: z.array(z.string()).default([]).describe('ids from `jobs list`'),
				all: z.boolean().default(false).describe('all failed jobs'),
			})
			.refine(({ ids, all }) => all !== ids.length > 0, { path: ['ids'], error: 'Name the jobs, or all with --all' }),
		arguments: ['ids'],
		example: 'jobs requeue --all',
		run: async ({ server, actor }, { ids, all }) => {
			if (all) return { requeued: await server.operations.retryAllJobs(actor) };
			for (const id of ids) await server.operations.retryJob(actor, id);
			return { requeued: ids.length };
		},
		format: ({ requeued }) => `${requeued} requeued`,
	}),
	defineCommand({
		name: 'search rebuild',
		summary: 'Empty the search and fill it again; meanwhile it finds only a part',
		input: z.strictObject({}),
		arguments: [],
		example: 'search rebuild',
		run: async ({ server, actor, signal }) => server.operations.rebuildSearch(actor, signal),
		format: ({ ads, posts, accounts }) => `Read ${ads} ads, ${posts} posts and ${accounts} accounts`,
	}),
	defineCommand({
		name: 'counts recount',
		summary: 'Count likes, comments, followers and ratings again, and correct wrong numbers',
		input: z.strictObject({}),
		arguments: [],
		example: 'counts recount',
		run: async ({ server, actor, signal }) => server.operations.recount(actor, signal),
		format: ({ likes, comments, followers, ratings }) =>
			`Corrected: likes ${likes}, comments ${comments}, followers ${followers}, ratings ${ratings}`,
	}),
	defineCommand({
		name: 'files check',
		summary: 'Compare rows with stored files, and list what is missing or belongs to no row; deletes nothing',
		input: z.strictObject({}),
		arguments: [],
		example: 'files check --json',
		run: ({ server, signal }) => server.media.checkFiles(signal),
		format: ({ referenced, stored, missing, unreferenced }) =>
			[
				`${referenced} files of rows, ${stored} files stored`,
				`${missing.count} missing, ${unreferenced.count} unreferenced`,
				...missing.keys.map((key) => `missing  ${key}`),
				...unreferenced.keys.map((key) => `unreferenced  ${key}`),
			].join('\n'),
		hasProblems: ({ missing, unreferenced }) => missing.count + unreferenced.count > 0,
	}),
	defineCommand({
		name: 'mail test',
		summary: 'Send a test mail at once, without the queue',
		input: z.strictObject({ email: emailSchema.describe('address that gets the mail') }),
		arguments: ['email'],
		example: 'mail test boss@market.example',
		run: async ({ server }, { email }) => {
			const { composeTestMail } = await import('../../server/operations/index.ts');
			const { toProvenRecipient } = await import('../../server/senders/mail/index.ts');
			return server.mail.send({
				to: toProvenRecipient(email),
				...composeTestMail('operator', server.brand.current().name),
			});
		},
		format: ({ delivered }) =>
			delivered === 'smtp' ? 'The mail server took the mail.' : `No mail server is set: ${delivered}`,
	}),
	defineCommand({
		name: 'push test',
		summary: 'Send a test notification to all devices of an account',
		input: z.strictObject({ account: accountSchema }),
		arguments: ['account'],
		example: 'push test ada',
		run: async ({ server }, { account }) => {
			const { id, user_name } = await server.accounts.admin.find(account);
			return { id, user_name, ...(await server.notifications.sendTest(id)) };
		},
		format: ({ user_name, devices, sent }) => `@${user_name}: sent to ${sent} of ${devices} devices`,
		hasProblems: ({ sent }) => sent === 0,
	}),
	defineCommand({
		name: 'config show',
		summary: 'Print the settings in effect, their source, and which secrets are set',
		input: z.strictObject({}),
		arguments: [],
		example: 'config show',
		run: async (): Promise<{ settings: Setting[] }> => {
			const { listSettings } = await import('../../server/core/config.ts');
			return { settings: listSettings(process.env) };
		},
		format: ({ settings }) =>
			settings
				.map(({ name, value, source }) => {
					const text = source === 'not set' ? '–' : (value ?? '(secret)').replaceAll('\n', '\\n');
					return `${name.padEnd(30)} ${text}${source === 'default' ? '  (default)' : ''}`;
				})
				.join('\n'),
	}),
	defineLocalCommand({
		name: 'market export',
		summary: 'Write all accounts, content and files into a folder, for another database or file store',
		input: z.strictObject({
			folder: folderSchema,
			encrypt: z.boolean().default(false).describe('ask for a passphrase, and encrypt the export with it'),
		}),
		arguments: ['folder'],
		example: 'market export /mnt/move/market --encrypt',
		runHere: async (context, { folder, encrypt }) => {
			const { exportToFolder } = await import('../moving/export-to-folder.ts');
			return exportToFolder(context, { folder, encrypt });
		},
		format: ({ missing, encrypted, ...result }) =>
			[
				`Exported ${formatMoved(result)} to ${result.folder}`,
				...missing.map((key) => `missing  ${key}`),
				encrypted
					? 'Without the passphrase nobody can import it.'
					: 'It is not encrypted, and holds password hashes, keys and personal data. Keep it safe, and delete it afterwards.',
			].join('\n'),
		hasProblems: ({ missing }) => missing.length > 0,
	}),
	defineLocalCommand({
		name: 'market import',
		summary: 'Fill an empty database and file store from the folder of an export',
		input: z.strictObject({ folder: folderSchema }),
		arguments: ['folder'],
		example: 'market import /mnt/move/market',
		runHere: async (context, { folder }) => {
			const { importFromFolder } = await import('../moving/import-from-folder.ts');
			return importFromFolder(context, { folder });
		},
		format: ({ missing, ...result }) =>
			[
				`Imported ${formatMoved(result)}; all rows and files are those of the export`,
				...missing.map((key) => `missing  ${key}`),
			].join('\n'),
		hasProblems: ({ missing }) => missing.length > 0,
	}),
];

function formatMoved({ rows, tables, jobs, files, bytes }: Omit<MoveResult, 'missing'>): string {
	const [rowCount, fileCount] = [rows, files].map((count) => count.toLocaleString('en'));
	return `${rowCount} rows of ${tables} tables, ${jobs} jobs and ${fileCount} files (${(bytes / 1_048_576).toFixed(1)} MB)`;
}

export function findCommand(name: string): Command | undefined {
	return commands.find((command) => command.name === name);
}
