import type { FastifyBaseLogger } from 'fastify';
import { brand } from '../../contract/brand.ts';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { handleJob, type JobHandler } from '../platform/jobs/index.ts';
import type { Mail, Message } from '../platform/mail/index.ts';
import { hashToken, randomToken } from '../platform/secrets.ts';
import { emailChangeMail, noticeMail, passwordMail, verificationMail } from './job-definitions.ts';
import { letter, noticeLetter } from './mails.ts';
import { emailKey } from './names.ts';
import { insertPasswordReset } from './recovery-store.ts';
import { findAccount, findByEmail, insertEmailToken } from './store.ts';

export interface AccountJobsParts {
	db: Database;
	clock: Clock;
	mail: Mail;
	logger: Pick<FastifyBaseLogger, 'info'>;
	/** The address people use, without a slash at its end. */
	publicUrl: () => string;
}

/** Sends the mails that accounts queue. Tokens are made here: the queue holds no secret. */
export function createAccountJobs({ db, clock, mail, publicUrl, logger }: AccountJobsParts): JobHandler[] {
	async function send(message: Message, what: string): Promise<void> {
		const { delivered } = await mail.send(message);
		if (delivered !== 'smtp') logger.info(`A mail ${what} is in ${delivered}`);
	}

	/** A new link that confirms the address for this account. */
	async function confirmingLink(accountId: number, email: string): Promise<string> {
		const token = randomToken();
		await db.transaction((tx) =>
			insertEmailToken(tx, {
				token_hash: hashToken(token),
				account_id: accountId,
				email_key: emailKey(email),
				ends_at: clock.now() + limits.emailVerificationLife,
			}),
		);
		return `${publicUrl()}/verify-email?token=${token}`;
	}

	const sendVerification = handleJob(verificationMail, async ({ account_id }) => {
		const account = await findAccount(db, account_id);
		if (!account || account.email_verified_at !== null) return;
		const message = letter({
			to: account.email,
			name: account.display_name,
			subject: `Confirm your e-mail address for ${brand.name}`,
			paragraphs: [
				`please confirm that this address is yours:\n${await confirmingLink(account.id, account.email)}`,
				`The link works for two days. If you did not sign up at ${brand.name}, you can ignore this mail.`,
			],
		});
		await send(message, 'to confirm an address');
	});

	const sendPassword = handleJob(passwordMail, async ({ email_key }) => {
		const account = await findByEmail(db, email_key);
		if (!account || account.suspended_at !== null || account.sample === 1) return;
		const token = randomToken();
		await db.transaction((tx) =>
			insertPasswordReset(tx, {
				token_hash: hashToken(token),
				account_id: account.id,
				ends_at: clock.now() + limits.passwordResetLife,
			}),
		);
		const message = letter({
			to: account.email,
			name: account.display_name,
			subject: `Choose a new password for ${brand.name}`,
			paragraphs: [
				...(account.password_hash === null
					? ['your account has no password: you log in with Google. You can choose a password as well.']
					: []),
				`open this link to choose a new password:\n${publicUrl()}/reset-password?token=${token}`,
				'It works once, for 30 minutes. If you did not ask for it, ignore this mail: your account stays as it is.',
			],
		});
		await send(message, 'to choose a new password');
	});

	const sendEmailChange = handleJob(emailChangeMail, async ({ account_id }) => {
		const account = await findAccount(db, account_id);
		if (!account?.new_email) return;
		const to = account.new_email;
		const holder = await findByEmail(db, emailKey(to));
		const message = holder
			? letter({
					to,
					name: holder.display_name,
					subject: `You have an account at ${brand.name} already`,
					paragraphs: [
						'somebody asked to move another account to this e-mail address. That cannot be done, for you have an account with it.',
						`If it was you: log in to that account, or choose a new password for it first:\n${publicUrl()}/forgot-password`,
						'If it was not you, you can ignore this mail: nothing has changed.',
					],
				})
			: letter({
					to,
					name: account.display_name,
					subject: `Confirm your new e-mail address for ${brand.name}`,
					paragraphs: [
						`open this link and your account moves to this address:\n${await confirmingLink(account.id, to)}`,
						`The link works for two days. If you do not know of this, you can ignore this mail.`,
					],
				});
		await send(message, 'to confirm a new address');
	});

	const sendNotice = handleJob(noticeMail, ({ to, name, notice }) =>
		send(noticeLetter(notice, to, name, publicUrl()), 'with a notice'),
	);

	return [sendVerification, sendPassword, sendEmailChange, sendNotice];
}
