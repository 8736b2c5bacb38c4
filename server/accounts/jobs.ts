import type { FastifyBaseLogger } from 'fastify';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as limits from '../../contract/core/limits.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import { defineJobHandler, type JobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import { type Recipient, toProvenRecipient } from '../senders/mail/index.ts';
import { assignEmailChangeToken, isEmailReserved } from './email-changes-store.ts';
import { accountNumbersAnnounced } from './events.ts';
import {
	emailChangeMailJob,
	emailUndoMailJob,
	numberChangeMailJob,
	passwordResetMailJob,
	securityNoticeMailJob,
	verificationMailJob,
} from './job-definitions.ts';
import { composeAccountMail, type MailKind } from './mails.ts';
import { normalizeEmail } from './names.ts';
import { assignNumberChangeToken, setNumberChangesMailed } from './number-changes-store.ts';
import { toMailAddress } from './present.ts';
import { insertPasswordReset } from './recovery-store.ts';
import { findAccount, findAccountByEmail, insertEmailToken, lockAccountRow } from './store.ts';
import type { AccountRow } from './tables.ts';

export interface AccountJobHandlersDeps
	extends Pick<Platform, 'db' | 'clock' | 'events' | 'mail' | 'brand' | 'mailRecipients' | 'publicUrl'> {
	logger: Pick<FastifyBaseLogger, 'info'>;
}

/** Sends queued mails. The jobs generate the tokens of mailed links, so that the queue contains no secrets. */
export function createAccountJobHandlers({
	db,
	clock,
	events,
	mail,
	mailRecipients,
	publicUrl,
	logger,
	brand,
}: AccountJobHandlersDeps): JobHandler[] {
	async function send(
		kind: MailKind,
		{ to, name, token }: { to: Recipient; name: string; token?: string },
		purpose: string,
	): Promise<void> {
		const context = {
			name,
			publicUrl: publicUrl(),
			brand: brand.current().name,
			...(token !== undefined && { token }),
		};
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
				ends_at: clock.now() + accountLimits.emailVerificationTtl,
			}),
		);
		return token;
	}

	/** Returns the other account that has confirmed the address of an account. */
	async function findOtherHolder({ email, id }: AccountRow): Promise<AccountRow | null> {
		const holder = await findAccountByEmail(db, normalizeEmail(email));
		return holder && holder.id !== id && holder.email_verified_at !== null ? holder : null;
	}

	/** Returns whether another account can still restore an address. Its owner has a mail with the link, and needs no other. */
	const isReserved = (email: string, accountId: number) =>
		isEmailReserved(db, normalizeEmail(email), { accountId, after: clock.now() - accountLimits.contactUndoTtl });

	/** Tells the owner of an address that somebody wants to use it for another account. */
	async function sendTaken(holder: AccountRow, attempt: number): Promise<void> {
		const to = await mailRecipients.admit({ email: holder.email, isProven: false }, 'taken', attempt);
		if (to) await send('email-taken', { to, name: holder.display_name }, 'about a taken address');
	}

	const sendVerification = defineJobHandler(verificationMailJob, async ({ account_id }, { attempt }) => {
		const account = await findAccount(db, account_id);
		if (!account || account.email_verified_at !== null) return;
		const holder = await findOtherHolder(account);
		if (holder) return sendTaken(holder, attempt);
		if (await isReserved(account.email, account.id)) return;
		const to = await mailRecipients.admit(toMailAddress(account), 'confirmation', attempt);
		if (!to) return;
		const token = await createConfirmationToken(account.id, account.email);
		await send('confirm-email', { to, name: account.display_name, token }, 'to confirm an address');
	});

	const sendPasswordReset = defineJobHandler(passwordResetMailJob, async ({ email_key }, { attempt }) => {
		const account = await findAccountByEmail(db, email_key);
		if (!account || account.suspended_at !== null || account.sample === 1) return;
		const to = await mailRecipients.admit(toMailAddress(account), 'recovery', attempt);
		if (!to) return;
		const token = generateToken();
		await db.transaction((tx) =>
			insertPasswordReset(tx, {
				token_hash: hashToken(token),
				account_id: account.id,
				ends_at: clock.now() + limits.passwordResetTtl,
			}),
		);
		const kind = account.password_hash === null ? 'add-password' : 'reset-password';
		await send(kind, { to, name: account.display_name, token }, 'to choose a new password');
	});

	const sendEmailChange = defineJobHandler(emailChangeMailJob, async ({ account_id }, { attempt }) => {
		const account = await findAccount(db, account_id);
		if (!account?.new_email) return;
		const { new_email: email } = account;
		const holder = await findAccountByEmail(db, normalizeEmail(email));
		if (holder) return sendTaken(holder, attempt);
		if (await isReserved(email, account.id)) return;
		const to = await mailRecipients.admit({ email, isProven: false }, 'confirmation', attempt);
		if (!to) return;
		const token = await createConfirmationToken(account.id, email);
		await send('confirm-new-email', { to, name: account.display_name, token }, 'to confirm a new address');
	});

	const sendSecurityNotice = defineJobHandler(
		securityNoticeMailJob,
		async ({ to: email, is_proven, has_address, name, notice }, { attempt }) => {
			// The mailbox belongs to the owner of another account, which the notice is not about.
			if (has_address === false) return;
			const to = await mailRecipients.admit({ email, isProven: is_proven ?? true }, 'notice', attempt);
			if (to) await send(notice, { to, name }, 'with a notice');
		},
	);

	const sendEmailUndo = defineJobHandler(emailUndoMailJob, async ({ change_id }) => {
		const token = generateToken();
		const change = await db.transaction((tx) => assignEmailChangeToken(tx, change_id, hashToken(token)));
		const account = change && (await findAccount(db, change.account_id));
		if (!account) return;
		const to = toProvenRecipient(change.email);
		await send('email-undo', { to, name: account.display_name, token }, 'about a changed address');
	});

	const sendNumberChange = defineJobHandler(numberChangeMailJob, async ({ account_id }, { attempt }) => {
		const token = generateToken();
		const account = await db.transaction(async (tx) => {
			const account = await lockAccountRow(tx, account_id);
			const changeId = account && (await assignNumberChangeToken(tx, account_id, hashToken(token)));
			if (changeId === null) return null;
			if (attempt === 1) await events.emit(tx, accountNumbersAnnounced, { accountId: account_id, changeId });
			return account;
		});
		if (!account) return;
		// The link needs no login, so it goes to nobody who has not proven that the mailbox is theirs.
		if (account.email_verified_at !== null && account.sample === 0) {
			const to = toProvenRecipient(account.email);
			await send('numbers-changed', { to, name: account.display_name, token }, 'about changed numbers');
		}
		await db.transaction((tx) => setNumberChangesMailed(tx, hashToken(token), clock.now()));
	});

	return [sendEmailUndo, sendNumberChange, sendVerification, sendPasswordReset, sendEmailChange, sendSecurityNotice];
}
