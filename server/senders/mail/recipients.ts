import { createHmac } from 'node:crypto';
import * as limits from '../../../contract/core/limits.ts';
import { catchTooManyRequests, type RateLimiter } from '../../core/rate-limits.ts';

declare const admitted: unique symbol;

/** Address to which a mail may go now. The mailer requires this type, so that a mail without a limit does not compile. */
export type Recipient = string & { readonly [admitted]: true };

export interface MailAddress {
	email: string;
	/** Whether the owner of the mailbox has confirmed the address. */
	isProven: boolean;
}

/** What unproven mailboxes get mails about. `notice` is news about an account, `taken` tells that an address has an account. */
type LimitedMailKind =
	| 'confirmation'
	| 'recovery'
	| 'taken'
	| 'enrollment'
	| 'repeated-enrollment'
	| 'notice'
	| 'legal-request';

const strangerKinds: ReadonlySet<LimitedMailKind> = new Set(['recovery', 'repeated-enrollment', 'legal-request']);
const hour = 3_600_000;
/** Limits of one kind of mail, and of all kinds together, to one mailbox. */
const kindRates = [
	{ most: 5, window: hour },
	{ most: 10, window: 24 * hour },
];
const togetherRates = [
	{ most: 10, window: hour },
	{ most: 20, window: 24 * hour },
];
/**
 * Limit of password resets to a proven address. Its window is not longer than a link is valid, so beyond it the mailbox holds a link that
 * works: strangers who request resets lock no owner out.
 */
const provenRecoveryRate = { most: 3, window: limits.passwordResetTtl };

export type MailRecipients = ReturnType<typeof createMailRecipients>;

/** Limits mails by mailbox, because anyone can enter another person's address, from any number of accounts and networks. */
export function createMailRecipients({
	rateLimits,
	secret,
}: {
	rateLimits: RateLimiter;
	/** HMAC key that hashes mailboxes, so that counters hold no address. */
	secret: string;
}) {
	const hash = (text: string) => createHmac('sha256', secret).update(text).digest('hex');

	return {
		/**
		 * Counts a mail of a job. Returns null beyond a limit: the job then ends without a mail and without an error. To proven addresses
		 * only those kinds are limited that strangers may request, each by its own counter, so that none exhausts another one.
		 */
		async admit(
			{ email, isProven }: MailAddress,
			kind: LimitedMailKind,
			/** Number of the job's attempt. Only the first one counts. */
			attempt: number,
		): Promise<Recipient | null> {
			const recipient = email as Recipient;
			if (attempt > 1 || (isProven && !strangerKinds.has(kind))) return recipient;
			const isProvenRecovery = isProven && kind === 'recovery';
			// Other accounts may have unproven addresses of the same mailbox, so resets to a proven address have their own counter.
			const mailbox = hash(isProvenRecovery ? `proven ${email.toLowerCase()}` : toMailbox(email));
			const counters = [
				[kind, isProvenRecovery ? [provenRecoveryRate] : kindRates] as const,
				...(isProven ? [] : [['all', togetherRates] as const]),
			];
			for (const [name, rates] of counters) {
				for (const rate of rates) {
					const key = `mails ${name} ${rate.window / hour} h ${mailbox}`;
					if (await catchTooManyRequests(rateLimits.count(key, rate))) return null;
				}
			}
			return recipient;
		},
	};
}

/** Returns a recipient without a limit, for an address that its owner has confirmed or that the operator has entered. */
export function toProvenRecipient(email: string): Recipient {
	return email as Recipient;
}

const gmailDomains = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns one spelling for the addresses of one mailbox: without case, without a tag after `+`, and without the dots that Gmail ignores
 * (support.google.com/mail/answer/7436150, 2026-11-28). It is only for counting: other hosts may tell such addresses apart.
 */
export function toMailbox(email: string): string {
	const address = email.trim().normalize('NFKC').toLowerCase();
	const atIndex = address.lastIndexOf('@');
	const domain = address.slice(atIndex + 1).replace(/\.+$/, '');
	const [user = ''] = address.slice(0, atIndex).split('+');
	return gmailDomains.has(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`;
}
