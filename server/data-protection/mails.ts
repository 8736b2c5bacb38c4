import { legalRequestPath } from '../../contract/core/page-paths.ts';
import * as breachNoticeText from '../../text/shared/breach-notice.ts';
import * as legalRequestText from '../../text/shared/legal-request.ts';
import { formatLocalTime } from '../core/local-time.ts';
import type { MailContent } from '../senders/mail/index.ts';
import type { LegalRequestRow } from './tables.ts';

export type MailKind = 'received' | 'answered';

/**
 * Composes the mail that confirms or answers a legal request. The first mail to an unproven address repeats nothing that was typed, not
 * even the name, because anybody can send a request with the address of another person.
 */
export function composeLegalRequestMail(
	kind: MailKind,
	request: LegalRequestRow,
	publicUrl: string,
	brand: string,
): MailContent {
	const { code, kind: wish, name, state, answer, due_at } = request;
	const button = { label: legalRequestText.mailButton, url: `${publicUrl}${legalRequestPath(code)}` };
	if (kind === 'received' || state === 'open') {
		return {
			name: request.is_proven === 1 ? name : '',
			subject: legalRequestText.mailSubject(code),
			lead: legalRequestText.mailLead(legalRequestText.kinds[wish], brand),
			paragraphs: [legalRequestText.mailDue(formatLocalTime(due_at))],
			button,
			hint: legalRequestText.mailIgnore,
		};
	}
	return {
		name,
		subject: legalRequestText.mailAnswerSubject(code),
		lead: legalRequestText.mailAnswerLead[state],
		details: [{ label: legalRequestText.answer, text: answer ?? '' }],
		paragraphs: wish === 'takedown' ? [] : [legalRequestText.mailComplain],
		button,
	};
}

/** Composes the mail to a person whose data a breach touched. */
export function composeBreachMail(name: string, text: string, brand: string): MailContent {
	return {
		name,
		subject: breachNoticeText.subject(brand),
		lead: breachNoticeText.lead,
		details: [{ label: breachNoticeText.label, text }],
		paragraphs: [breachNoticeText.questions],
	};
}
