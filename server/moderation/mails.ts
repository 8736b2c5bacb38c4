import { decisionPath } from '../../contract/page-paths.ts';
import * as mailsText from '../../contract/text/mails.ts';
import * as mailsModerationText from '../../contract/text/mails-moderation.ts';
import type { DecisionRow } from './tables.ts';

/** `owner` and `reporter` announce a decision; `lifted` and `upheld` are sent to the owner. */
export type MailKind = 'owner' | 'reporter' | 'lifted' | 'upheld';

const nigerianTime = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'short',
	timeZone: 'Africa/Lagos',
});

/** The mail about a decision. `key` opens the page of the decision; `publicUrl` has no trailing slash. */
export function composeDecisionMail(
	kind: MailKind,
	row: DecisionRow,
	{ name, key, publicUrl }: { name: string; key: string; publicUrl: string },
): { subject: string; text: string } {
	const page = `${publicUrl}${decisionPath(key)}`;
	const thing = mailsModerationText.targetNames[row.target_kind];
	const isUntitled = row.target_kind === 'account' || row.title === '';
	const titled = isUntitled ? thing : mailsModerationText.titled(thing, row.title);
	const reason = mailsModerationText.reason(row.reason);

	function compose(subject: string, ...paragraphs: string[]) {
		return { subject, text: [mailsText.greeting(name), ...paragraphs, mailsText.signature].join('\n\n') };
	}

	switch (kind) {
		case 'reporter':
			return compose(
				mailsModerationText.reportSubject,
				mailsModerationText.reportTexts[row.kind](titled),
				reason,
				mailsModerationText.reportThanks,
			);
		case 'lifted':
			return compose(
				mailsModerationText.liftedSubject,
				mailsModerationText.liftedTexts[row.kind](titled),
				mailsModerationText.liftedAnswer(row.answer ?? ''),
				page,
			);
		case 'upheld':
			return compose(
				mailsModerationText.upheldSubject,
				mailsModerationText.upheld(titled),
				mailsModerationText.upheldAnswer(row.answer ?? ''),
				page,
			);
		case 'owner': {
			const appeal = mailsModerationText.appealHint(page);
			switch (row.kind) {
				case 'suspend':
					return compose(mailsModerationText.suspendedSubject, describeSuspension(row, titled), reason, appeal);
				case 'hide':
					return compose(mailsModerationText.hiddenSubject(thing), mailsModerationText.hidden(titled), reason, appeal);
				case 'delete':
					return compose(
						mailsModerationText.deletedSubject(thing),
						mailsModerationText.deleted(titled),
						reason,
						appeal,
					);
				case 'dismiss':
				case 'warn':
					return compose(mailsModerationText.warnedSubject(thing), mailsModerationText.warned(titled), reason, appeal);
			}
		}
	}
}

function describeSuspension({ target_kind, until }: DecisionRow, titled: string): string {
	if (target_kind === 'account') {
		return until === null
			? mailsModerationText.suspendedForGood
			: mailsModerationText.suspendedUntil(nigerianTime.format(until));
	}
	return until === null
		? mailsModerationText.suspendedForGoodBecause(titled)
		: mailsModerationText.suspendedUntilBecause(nigerianTime.format(until), titled);
}
