import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { defineJobHandler, type JobHandler } from '../platform/jobs/index.ts';
import type { Mailer } from '../platform/mail/index.ts';
import { generateToken, hashToken } from '../platform/secrets.ts';
import {
	emailChangeMailJob,
	passwordResetMailJob,
	securityNoticeMailJob,
	verificationMailJob,
} from './job-definitions.ts';
import { composeAccountMail, type MailKind } from './mails.ts';
import { normalizeEmail } from './names.ts';
import { insertPasswordReset } from './recovery-store.ts';
import { findAccount, findAccountByEmail, insertEmailToken } from './store.ts';

export interface AccountJobHandlersDeps {
	db: Database;
	clock: Clock;
	mail: Mailer;
	logger: Pick<FastifyBaseLogger, 'info'>;
	/** Returns the URL of the site, without a trailing slash. */
	publicUrl: () => string;
}

/** Sends queued mails. The jobs generate the tokens of mailed links, so that the queue contains no secrets. */
export function createAccountJobHandlers({ db, clock, mail, publicUrl, logger }: AccountJobHandlersDeps): JobHandler[] {
	async function send(
		kind: MailKind,
		{ to, name, token }: { to: string; name: string; token?: string },
		purpose: string,
	): Promise<void> {
		const context = { name, publicUrl: publicUrl(), ...(token !== undefined && { token }) };
		const { delivered } = await mail.send({ to, ...composeAccountMail(kind, context) });
		if (delivered !== 'smtp') logger.info(`Mail ${purpose} written to ${delivered}`);
	}

	async function createConfirmationToken(accountId: number, email: string): Promise<string> {
		const token = generateToken();
		await db.transaction((tx) =>
			insertEmailToken(tx, {
				token_hash: hashToken(token),
				account_id: accountId,
				email_key: normalizeEmail(email),
				ends_at: clock.now() + limits.emailVerificationTtl,
			}),
		);
		return token;
	}

	const sendVerification = defineJobHandler(verificationMailJob, async ({ account_id }) => {
		const account = await findAccount(db, account_id);
		if (!account || account.email_verified_at !== null) return;
		const token = await createConfirmationToken(account.id, account.email);
		const to = { to: account.email, name: account.display_name, token };
		await send('confirm-email', to, 'to confirm an address');
	});

	const sendPasswordReset = defineJobHandler(passwordResetMailJob, async ({ email_key }) => {
		const account = await findAccountByEmail(db, email_key);
		if (!account || account.suspended_at !== null || account.sample === 1) return;
		const token = generateToken();
		await db.transaction((tx) =>
			insertPasswordReset(tx, {
				token_hash: hashToken(token),
				account_id: account.id,
				ends_at: clock.now() + limits.passwordResetTtl,
			}),
		);
		const kind = account.password_hash === null ? 'add-password' : 'reset-password';
		await send(kind, { to: account.email, name: account.display_name, token }, 'to choose a new password');
	});

	const sendEmailChange = defineJobHandler(emailChangeMailJob, async ({ account_id }) => {
		const account = await findAccount(db, account_id);
		if (!account?.new_email) return;
		const to = account.new_email;
		const holder = await findAccountByEmail(db, normalizeEmail(to));
		if (holder) {
			await send('email-taken', { to, name: holder.display_name }, 'about a taken address');
			return;
		}
		const token = await createConfirmationToken(account.id, to);
		await send('confirm-new-email', { to, name: account.display_name, token }, 'to confirm a new address');
	});

	const sendSecurityNotice = defineJobHandler(securityNoticeMailJob, ({ to, name, notice }) =>
		send(notice, { to, name }, 'with a notice'),
	);

	return [sendVerification, sendPasswordReset, sendEmailChange, sendSecurityNotice];
}
