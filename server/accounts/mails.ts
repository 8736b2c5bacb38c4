import { undoEmailPath, undoNumbersPath } from '../../contract/core/page-paths.ts';
import * as mailsText from '../../text/server/mails.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import type { MailContent } from '../senders/mail/index.ts';

interface AccountMail extends Omit<MailContent, 'name' | 'button'> {
	button?: { label: string; path: string };
}

const choosePassword = { label: mailsAccountsText.choosePassword, path: '/forgot-password' };

const listMails = (brand: string) =>
	({
		'confirm-email': {
			subject: mailsAccountsText.confirmSubject(brand),
			lead: mailsAccountsText.confirm,
			paragraphs: [mailsAccountsText.confirmLifetime],
			button: { label: mailsAccountsText.confirmButton, path: '/verify-email' },
			hint: mailsAccountsText.confirmHint(brand),
		},
		'reset-password': {
			subject: mailsAccountsText.resetSubject(brand),
			lead: mailsAccountsText.reset,
			paragraphs: [mailsAccountsText.resetLifetime],
			button: { label: mailsAccountsText.choosePassword, path: '/reset-password' },
			hint: mailsAccountsText.resetHint,
		},
		'add-password': {
			subject: mailsAccountsText.addPasswordSubject(brand),
			lead: mailsAccountsText.addPassword,
			paragraphs: [mailsAccountsText.resetWithoutPassword, mailsAccountsText.resetLifetime],
			button: { label: mailsAccountsText.addPasswordButton, path: '/reset-password' },
			hint: mailsAccountsText.resetHint,
		},
		'confirm-new-email': {
			subject: mailsAccountsText.newEmailSubject(brand),
			lead: mailsAccountsText.newEmail,
			paragraphs: [mailsAccountsText.newEmailLifetime],
			button: { label: mailsAccountsText.newEmailButton, path: '/verify-email' },
			hint: mailsText.notYou,
		},
		'email-taken': {
			subject: mailsAccountsText.emailTakenSubject(brand),
			lead: mailsAccountsText.emailTaken,
			paragraphs: [mailsAccountsText.emailTakenByYou],
			button: choosePassword,
			hint: mailsAccountsText.emailTakenByAnother,
		},
		'password-changed': {
			subject: mailsAccountsText.passwordChangedSubject(brand),
			lead: mailsAccountsText.passwordChanged,
			paragraphs: [mailsAccountsText.passwordChangedDevices, mailsAccountsText.passwordChangedNotYou],
			button: choosePassword,
		},
		'email-change-asked': {
			subject: mailsAccountsText.emailChangeSubject(brand),
			lead: mailsAccountsText.emailChange,
			paragraphs: [mailsAccountsText.emailChangeNotYou],
			button: choosePassword,
		},
		'email-changed': {
			subject: mailsAccountsText.emailChangedSubject(brand),
			lead: mailsAccountsText.emailChanged,
			paragraphs: [mailsAccountsText.emailChangedNotYou],
		},
		'email-undo': {
			subject: mailsAccountsText.emailChangedSubject(brand),
			lead: mailsAccountsText.emailChanged,
			paragraphs: [mailsAccountsText.changedByYou, mailsAccountsText.emailUndoNotYou],
			button: { label: mailsAccountsText.emailUndoButton, path: undoEmailPath },
			hint: mailsAccountsText.emailUndoLifetime,
		},
		'numbers-changed': {
			subject: mailsAccountsText.numbersChangedSubject(brand),
			lead: mailsAccountsText.numbersChanged,
			paragraphs: [mailsAccountsText.changedByYou, mailsAccountsText.numbersChangedNotYou],
			button: { label: mailsAccountsText.numbersChangedButton, path: undoNumbersPath },
			hint: mailsAccountsText.numbersChangedLifetime,
		},
		'account-deleted': {
			subject: mailsAccountsText.accountDeletedSubject(brand),
			lead: mailsAccountsText.accountDeleted,
			paragraphs: [mailsAccountsText.accountDeletedHint],
			button: { label: mailsAccountsText.restoreAccount, path: '/Login' },
		},
		'api-token-made': {
			subject: mailsAccountsText.apiTokenSubject(brand),
			lead: mailsAccountsText.apiToken,
			paragraphs: [mailsAccountsText.apiTokenNotYou],
			button: { label: mailsAccountsText.apiTokenButton, path: '/dashboard/api-tokens' },
		},
		'made-administrator': {
			subject: mailsAccountsText.administratorSubject(brand),
			lead: mailsAccountsText.administrator,
			paragraphs: [mailsAccountsText.loggedOutEverywhere, mailsAccountsText.administratorHint],
			button: { label: mailsAccountsText.administratorButton, path: '/admin' },
		},
		'second-factor-on': {
			subject: mailsAccountsText.secondFactorOnSubject(brand),
			lead: mailsAccountsText.secondFactorOn,
			paragraphs: [mailsAccountsText.secondFactorOnHint, mailsAccountsText.secondFactorOnNotYou],
		},
		'second-factor-off': {
			subject: mailsAccountsText.secondFactorOffSubject(brand),
			lead: mailsAccountsText.secondFactorOff,
			paragraphs: [mailsAccountsText.secondFactorNotYou],
			button: choosePassword,
		},
		'second-factor-reset': {
			subject: mailsAccountsText.secondFactorOffSubject(brand),
			lead: mailsAccountsText.secondFactorOff,
			paragraphs: [mailsAccountsText.secondFactorReset, mailsAccountsText.secondFactorNotYou],
			button: choosePassword,
		},
		'passkey-added': {
			subject: mailsAccountsText.passkeyAddedSubject(brand),
			lead: mailsAccountsText.passkeyAdded,
			paragraphs: [mailsAccountsText.passkeyAddedNotYou],
			button: choosePassword,
		},
		'passkey-removed': {
			subject: mailsAccountsText.passkeyRemovedSubject(brand),
			lead: mailsAccountsText.passkeyRemoved,
			paragraphs: [mailsAccountsText.secondFactorNotYou],
			button: choosePassword,
		},
	}) satisfies Record<string, AccountMail>;

export type MailKind = keyof ReturnType<typeof listMails>;

export interface MailContext {
	name: string;
	/** URL of the site, without a trailing slash. */
	publicUrl: string;
	/** Token of the mailed link, added to the URL of the mail's button. */
	token?: string;
	/** Name of the market. */
	brand: string;
}

export function composeAccountMail(kind: MailKind, { name, publicUrl, token, brand }: MailContext): MailContent {
	const { button, ...content }: AccountMail = listMails(brand)[kind];
	const query = token === undefined ? '' : `?token=${token}`;
	return {
		...content,
		name,
		button: button && { label: button.label, url: `${publicUrl}${button.path}${query}` },
	};
}
