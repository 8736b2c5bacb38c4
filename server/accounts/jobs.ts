import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../../contract/limits.ts';
import * as mailsAccountsText from '../../contract/text/mails-accounts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { handleJob, type JobHandler } from '../platform/jobs/index.ts';
import type { Mailer, MailMessage } from '../platform/mail/index.ts';
import { hashToken, randomToken } from '../platform/secrets.ts';
import {
	emailChangeMailJob,
	passwordResetMailJob,
	securityNoticeMailJob,
	verificationMailJob,
} from './job-definitions.ts';
import { composeMail, composeSecurityNotice } from './mails.ts';
import { normalizeEmail } from './names.ts';
import { insertPasswordReset } from './recovery-store.ts';
import { findAccount, findByEmail, insertEmailToken } from './store.ts';

export interface AccountJobsDeps {
	db: Database;
	clock: Clock;
	mail: Mailer;
	logger: Pick<FastifyBaseLogger, 'info'>;
	/** Without a trailing slash. */
	publicUrl: () => string;
}

/** Sends queued mails. Tokens are generated here, so that the queue contains no secrets. */
export function createAccountJobs({ db, clock, mail, publicUrl, logger }: AccountJobsDeps): JobHandler[] {
	async function send(message: MailMessage, purpose: string): Promise<void> {
		const { delivered } = await mail.send(message);
		if (delivered !== 'smtp') logger.info(`Mail ${purpose} written to ${delivered}`);
	}

	async function createConfirmationLink(accountId: number, email: string): Promise<string> {
		const token = randomToken();
		await db.transaction((tx) =>
			insertEmailToken(tx, {
				token_hash: hashToken(token),
				account_id: accountId,
				email_key: normalizeEmail(email),
				ends_at: clock.now() + limits.emailVerificationTtl,
			}),
		);
		return `${publicUrl()}/verify-email?token=${token}`;
	}

	const sendVerification = handleJob(verificationMailJob, async ({ account_id }) => {
		const account = await findAccount(db, account_id);
		if (!account || account.email_verified_at !== null) return;
		const message = composeMail({
			to: account.email,
			name: account.display_name,
			subject: mailsAccountsText.confirmSubject,
			paragraphs: [
				mailsAccountsText.confirmRequest(await createConfirmationLink(account.id, account.email)),
				mailsAccountsText.confirmHint,
			],
		});
		await send(message, 'to confirm an address');
	});

	const sendPasswordReset = handleJob(passwordResetMailJob, async ({ email_key }) => {
		const account = await findByEmail(db, email_key);
		if (!account || account.suspended_at !== null || account.sample === 1) return;
		const token = randomToken();
		await db.transaction((tx) =>
			insertPasswordReset(tx, {
				token_hash: hashToken(token),
				account_id: account.id,
				ends_at: clock.now() + limits.passwordResetTtl,
			}),
		);
		const message = composeMail({
			to: account.email,
			name: account.display_name,
			subject: mailsAccountsText.resetSubject,
			paragraphs: [
				...(account.password_hash === null ? [mailsAccountsText.resetWithoutPassword] : []),
				mailsAccountsText.resetRequest(`${publicUrl()}/reset-password?token=${token}`),
				mailsAccountsText.resetHint,
			],
		});
		await send(message, 'to choose a new password');
	});

	const sendEmailChange = handleJob(emailChangeMailJob, async ({ account_id }) => {
		const account = await findAccount(db, account_id);
		if (!account?.new_email) return;
		const to = account.new_email;
		const holder = await findByEmail(db, normalizeEmail(to));
		const message = holder
			? composeMail({
					to,
					name: holder.display_name,
					subject: mailsAccountsText.emailTakenSubject,
					paragraphs: [
						mailsAccountsText.emailTaken,
						mailsAccountsText.emailTakenByYou(`${publicUrl()}/forgot-password`),
						mailsAccountsText.emailTakenByAnother,
					],
				})
			: composeMail({
					to,
					name: account.display_name,
					subject: mailsAccountsText.newEmailSubject,
					paragraphs: [
						mailsAccountsText.newEmailRequest(await createConfirmationLink(account.id, to)),
						mailsAccountsText.newEmailHint,
					],
				});
		await send(message, 'to confirm a new address');
	});

	const sendSecurityNotice = handleJob(securityNoticeMailJob, ({ to, name, notice }) =>
		send(composeSecurityNotice(notice, to, name, publicUrl()), 'with a notice'),
	);

	return [sendVerification, sendPasswordReset, sendEmailChange, sendSecurityNotice];
}
