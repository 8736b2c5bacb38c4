import * as mailsWebhooksText from '../../text/server/mails-webhooks.ts';
import type { MailContent } from '../senders/mail/index.ts';

const listMails = (brand: string) =>
	({
		created: {
			subject: mailsWebhooksText.createdSubject(brand),
			lead: mailsWebhooksText.created,
			paragraphs: [mailsWebhooksText.createdNotYou],
		},
		changed: {
			subject: mailsWebhooksText.changedSubject,
			lead: mailsWebhooksText.changed,
			paragraphs: [mailsWebhooksText.changedNotYou],
		},
		paused: {
			subject: mailsWebhooksText.pausedSubject,
			lead: mailsWebhooksText.paused,
			paragraphs: [mailsWebhooksText.pausedHint],
		},
		'switched-off': {
			subject: mailsWebhooksText.switchedOffSubject,
			lead: mailsWebhooksText.switchedOff,
			paragraphs: [mailsWebhooksText.switchedOffHint],
		},
	}) satisfies Record<string, Pick<MailContent, 'subject' | 'lead' | 'paragraphs'>>;

export type MailKind = keyof ReturnType<typeof listMails>;

export interface MailContext {
	name: string;
	/** Path of the page with the webhook. */
	path: string;
	/** URL of the site, without a trailing slash. */
	publicUrl: string;
	/** Name of the market. */
	brand: string;
}

/** Composes a mail about a webhook. It names no URL that a user typed, because mail services would blame this site for it. */
export function composeWebhookMail(kind: MailKind, { name, path, publicUrl, brand }: MailContext): MailContent {
	return {
		...listMails(brand)[kind],
		name,
		button: { label: mailsWebhooksText.button, url: publicUrl + path },
	};
}
