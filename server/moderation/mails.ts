import { moderationDecisionPath } from '../../contract/core/page-paths.ts';
import * as mailsModerationText from '../../text/server/mails-moderation.ts';
import { formatLocalTime } from '../core/local-time.ts';
import { containsLink, type MailContent } from '../senders/mail/index.ts';
import type { DecisionRow } from './tables.ts';

/** `owner` and `reporter`: a new decision, to the owner or a reporter. `lifted` and `upheld`: what became of it, to the owner. */
export type MailKind = 'owner' | 'reporter' | 'lifted' | 'upheld';

/** The mail about a decision. `key` opens the page of the decision; `publicUrl` has no trailing slash. */
export function composeDecisionMail(
	kind: MailKind,
	row: DecisionRow,
	{ name, key, publicUrl }: { name: string; key: string; publicUrl: string },
): MailContent {
	const page = `${publicUrl}${moderationDecisionPath(key)}`;
	const viewDecision = { label: mailsModerationText.viewDecision, url: page };
	const thing = mailsModerationText.targetNames[row.target_kind];
	const title = describeTitle(row);
	const reason = [...title, { label: mailsModerationText.reason, text: row.reason }];
	const answer = row.answer ? [...title, { label: mailsModerationText.answer, text: row.answer }] : title;

	function getContent(): Omit<MailContent, 'name'> {
		switch (kind) {
			case 'owner':
				return getOwnerContent();
			case 'reporter':
				return {
					subject: mailsModerationText.reportSubject,
					lead:
						row.kind === 'suspend' && row.target_kind === 'account'
							? mailsModerationText.reportedAccountSuspended
							: mailsModerationText.reportTexts[row.kind](thing),
					details: reason,
					paragraphs: [mailsModerationText.reportThanks],
				};
			case 'lifted':
				return {
					subject: mailsModerationText.liftedSubject,
					lead: mailsModerationText.liftedTexts[row.kind](thing),
					details: answer,
					button: viewDecision,
				};
			case 'upheld':
				return {
					subject: mailsModerationText.upheldSubject,
					lead: mailsModerationText.upheldTexts[row.kind](thing),
					details: answer,
					button: viewDecision,
				};
		}
	}

	function getOwnerContent(): Omit<MailContent, 'name'> {
		const appeal = {
			details: reason,
			paragraphs: [mailsModerationText.appealHint],
			button: { label: mailsModerationText.appeal, url: page },
		};
		switch (row.kind) {
			case 'suspend':
				return { ...appeal, subject: mailsModerationText.suspendedSubject, lead: describeSuspension(row.until) };
			case 'hide':
				return {
					...appeal,
					subject: mailsModerationText.hiddenSubject(thing),
					lead: mailsModerationText.hidden(thing),
				};
			case 'delete':
				return {
					...appeal,
					subject: mailsModerationText.deletedSubject(thing),
					lead: mailsModerationText.deleted(thing),
				};
			case 'dismiss':
			case 'warn':
				return {
					...appeal,
					subject: mailsModerationText.warnedSubject(thing),
					lead: mailsModerationText.warned(thing),
					paragraphs: [mailsModerationText.warnedHint, ...appeal.paragraphs],
				};
		}
	}

	return { name, ...getContent() };
}

/** Returns the title of the content, or nothing if it contains a link: mails also go to people who did not write the title. */
function describeTitle({ target_kind, title }: DecisionRow): { label: string; text: string }[] {
	const text = title.replace(/\s+/g, ' ').trim();
	if (target_kind === 'account' || text === '' || containsLink(text)) return [];
	return [{ label: mailsModerationText.titleLabels[target_kind], text }];
}

function describeSuspension(until: number | null): string {
	return until === null
		? mailsModerationText.suspendedForGood
		: mailsModerationText.suspendedUntil(formatLocalTime(until));
}
