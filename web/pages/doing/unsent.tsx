import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import * as commonText from '../../../contract/text/common.ts';
import * as itemActionsText from '../../../contract/text/item-actions.ts';
import * as offlineText from '../../../contract/text/offline.ts';
import * as pendingActionsText from '../../../contract/text/pending-actions.ts';
import { firstOfLines } from '../../platform/delivery.ts';
import { callsToSend, callsToTell, lineOf, outbox, type WaitingCall, whyNotSent } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { copyText } from '../../sharing/copy-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';

interface UnsentProps {
	account: number;
	/** How many ticks of lessons and changes of saved lists wait, too. */
	lessons: number;
	saved: number;
	onClose: () => void;
}

/** What an account has done that has not arrived: why, its words to copy, and the ways to try again or let it go. */
export function Unsent({ account, lessons, saved, onClose }: UnsentProps) {
	const queries = useQueryClient();
	const now = Date.now();
	const stored = useStoredValue(outbox);
	const calls = callsToTell(stored, account, now);
	const first = firstOfLines(callsToSend(stored, account, now), lineOf);
	const [leaving, setLeaving] = useState<WaitingCall | null>(null);

	function discard(call: WaitingCall) {
		outbox.drop(call);
		setLeaving(null);
		// It was shown as done.
		void queries.invalidateQueries();
	}

	if (leaving) {
		return (
			<ConfirmDialog
				open
				danger
				title={pendingActionsText.discardTitle}
				description={wordsOf(leaving) ?? whatIs(leaving)}
				action={commonText.discard}
				dismissal={pendingActionsText.keep}
				onConfirm={() => discard(leaving)}
				onClose={() => setLeaving(null)}
			/>
		);
	}
	return (
		<Dialog open onClose={onClose} title={pendingActionsText.title} description={pendingActionsText.hint}>
			{calls.length + lessons + saved === 0 && <p>{pendingActionsText.nothingLeft}</p>}
			<ul className="flex flex-col divide-y divide-line">
				{calls.map((call) => (
					<Item
						key={call.key}
						call={call}
						notSent={whyNotSent(call, now)}
						isFirst={first.includes(call)}
						onDiscard={() => setLeaving(call)}
					/>
				))}
				{saved > 0 && <Others>{pendingActionsText.savedItems(saved)}</Others>}
				{lessons > 0 && <Others>{offlineText.lessonCount(lessons)}</Others>}
			</ul>
		</Dialog>
	);
}

/** What waits without words of its own. */
function Others({ children }: { children: string }) {
	return (
		<li className="flex flex-wrap items-center gap-2 py-3 first:pt-0 last:pb-0">
			<h3 className="text-16">{children}</h3>
			<Badge look="quiet">{pendingActionsText.waits}</Badge>
		</li>
	);
}

interface ItemProps {
	call: WaitingCall;
	/** Why it is not sent by itself; null where it is. */
	notSent: string | null;
	/** Nothing that waits is sent before it. */
	isFirst: boolean;
	onDiscard: () => void;
}

function Item({ call, notSent, isFirst, onDiscard }: ItemProps) {
	const reason =
		notSent ?? (isFirst ? (call.reason ?? pendingActionsText.noResponse) : pendingActionsText.waitsForEarlier);
	const words = wordsOf(call);
	const what = whatIs(call);
	return (
		<li className="py-3 first:pt-0 last:pb-0">
			<div className="flex flex-wrap items-center gap-2">
				<h3 className="text-16">{what}</h3>
				<Badge look={notSent ? 'danger' : 'quiet'}>
					{notSent ? pendingActionsText.notSent : pendingActionsText.waits}
				</Badge>
				<span className="text-14 text-quiet">
					<TimeAgo time={new Date(call.at).toISOString()} />
				</span>
			</div>
			{words && <p className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap break-words">{words}</p>}
			<p className="mt-1 text-14 text-quiet">{reason}</p>
			<div className="mt-1 -ml-2.5 flex flex-wrap">
				{(notSent !== null || (isFirst && call.reason !== undefined)) && (
					<Button look="plain" className="px-2.5 text-14" onClick={() => sendAgain(call)}>
						{pendingActionsText.sendAgain}
					</Button>
				)}
				{words && (
					<Button look="plain" className="px-2.5 text-14" onClick={() => void copy(words)}>
						<Copy aria-hidden className="size-4.5" />
						{commonText.copy}
					</Button>
				)}
				<Button look="plain" className="px-2.5 text-14" onClick={onDiscard}>
					{commonText.discard}
				</Button>
			</div>
		</li>
	);
}

function sendAgain(call: WaitingCall) {
	const now = Date.now();
	// One that is sent by itself keeps its age: the server remembers its key from then on.
	const at = whyNotSent(call, now) === null ? call.at : now;
	outbox.note(call, { refused: undefined, reason: undefined, until: undefined, at });
}

async function copy(words: string) {
	if (await copyText(words)) toast(commonText.copied);
	else toast(pendingActionsText.copyFailed, 'error');
}

interface Said {
	params?: { user_name?: string };
	body?: { text?: unknown; kind?: unknown; parent_id?: unknown };
}

/** What somebody has written; of a call that the app no longer knows, all that may be that. */
function wordsOf({ input }: WaitingCall): string | null {
	const { body } = input as Said;
	if (typeof body?.text === 'string') return body.text || null;
	const words = Object.values(body ?? {}).filter((value) => typeof value === 'string');
	return words.join('\n') || null;
}

function whatIs({ name, input }: WaitingCall): string {
	const { params, body } = input as Said;
	if (name === 'createComment') return body?.parent_id === undefined ? commonText.comment : commonText.reply;
	if (name === 'createPost')
		return body?.kind === 'tweet' ? commonText.tweet : body?.kind === 'talk' ? commonText.talk : commonText.picture;
	if (name === 'follow') return pendingActionsText.following(params?.user_name ?? '');
	if (name === 'unfollow') return pendingActionsText.unfollowing(params?.user_name ?? '');
	if (name === 'like') return itemActionsText.like;
	return name === 'unlike' ? pendingActionsText.likeTakenBack : pendingActionsText.unknown;
}
