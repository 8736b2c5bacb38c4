import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { answerLegalRequest, type LegalRequestListItem } from '../../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../../contract/data-protection/data-protection-limits.ts';
import * as legalRequestText from '../../../text/shared/legal-request.ts';
import * as adminReportsText from '../../../text/web/admin-reports.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { useIdempotencyKey } from '../../data/idempotency-key.ts';
import { UnsavedFormButtons } from '../../data/unsaved-forms.tsx';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { formatDateTime } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { legalRequestsKey } from '../queries.ts';
import { stateVariants } from '../state-variants.ts';

interface LegalRequestCardProps {
	request: LegalRequestListItem;
	/** Callback before an answered request leaves the list. The card may contain the focus. */
	onClosed: (card: HTMLElement) => void;
}

/** A legal request, and the form that answers it. */
export function LegalRequestCard({ request, onClosed }: LegalRequestCardProps) {
	const heading = useId();
	const card = useRef<HTMLElement>(null);
	const [isOpen, setOpen] = useState(false);
	/** Whether the user left the form. The button then takes the focus. */
	const [hasLeft, setLeft] = useState(false);
	const { kind, state, code, name, email, text, url, due_at, answer } = request;
	return (
		<article
			ref={card}
			tabIndex={-1}
			aria-labelledby={heading}
			className="scroll-mt-20 rounded-card bg-card p-4 shadow-soft focus:outline-2 focus:outline-leaf"
		>
			<header className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<h2 id={heading} className="text-16">
					{legalRequestText.kinds[kind]}
				</h2>
				<Badge variant={stateVariants[state]}>{legalRequestText.states[state]}</Badge>
				<span className="font-mono text-14 text-quiet">{code}</span>
			</header>
			<p className="mt-1 text-14 text-quiet">
				<span dir="auto">{name}</span> · <span className="wrap-anywhere">{email}</span>
				{state === 'open' && (
					<>
						{' · '}
						<Due time={due_at} />
					</>
				)}
			</p>
			<p className="mt-2 rounded-control bg-sunken p-2.5 text-14">{describeSender(request)}</p>
			<p dir="auto" className="mt-3 whitespace-pre-line wrap-anywhere">
				{text}
			</p>
			{url !== null && (
				<p className="mt-2 text-14 wrap-anywhere">
					<ContentLink url={url} />
				</p>
			)}
			{answer !== null && (
				<p dir="auto" className="mt-3 whitespace-pre-line border-line border-t pt-3 text-14 wrap-anywhere">
					{answer}
				</p>
			)}
			{state === 'open' && (
				<>
					<p className="mt-3 text-14 text-quiet">{legalRequestText.howTo[kind]}</p>
					{isOpen ? (
						<AnswerForm
							id={request.id}
							onAnswered={() => card.current && onClosed(card.current)}
							onCancel={() => {
								setLeft(true);
								setOpen(false);
							}}
						/>
					) : (
						<Button variant="quiet" className="mt-3" autoFocus={hasLeft} onClick={() => setOpen(true)}>
							{legalRequestText.answerAction}
						</Button>
					)}
				</>
			)}
		</article>
	);
}

function Due({ time }: { time: string }) {
	const isOverdue = Date.parse(time) < Date.now();
	return (
		<span className={isOverdue ? 'font-semibold text-danger' : ''}>
			<RichText
				text={isOverdue ? legalRequestText.overdue : legalRequestText.due}
				tags={{
					time: () => (isOverdue ? <TimeAgo time={time} /> : <time dateTime={time}>{formatDateTime(time)}</time>),
				}}
			/>
		</span>
	);
}

function describeSender({ account, proven }: LegalRequestListItem): string {
	if (!account) return legalRequestText.fromStranger;
	return proven ? legalRequestText.fromAccount(account.user_name) : legalRequestText.fromEmail(account.user_name);
}

/** Address as its sender typed it. An address of the web is a link in a new tab, so that a typed answer is not lost. */
function ContentLink({ url }: { url: string }) {
	if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return url;
	return (
		<a href={url} target="_blank" rel="noopener noreferrer nofollow ugc" className="text-leaf underline">
			{url}
			<span className="sr-only">{adminReportsText.inNewTab}</span>
		</a>
	);
}

interface AnswerFormProps {
	id: number;
	/** Callback before the request leaves the list. */
	onAnswered: () => void;
	onCancel: () => void;
}

function AnswerForm({ id, onAnswered, onCancel }: AnswerFormProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { getKey } = useIdempotencyKey();
	function refresh() {
		onAnswered();
		return queryClient.invalidateQueries({ queryKey: legalRequestsKey });
	}
	const form = useApiForm({
		schema: answerLegalRequest.body,
		defaultValues: { state: 'done', answer: '' },
		send: (body) => api.answerLegalRequest({ params: { id: String(id) }, body }, { idempotencyKey: getKey(body) }),
		onDone: ({ state }) => {
			toast(legalRequestText.answered[state === 'refused' ? 'refused' : 'done']);
			return refresh();
		},
		onError(error) {
			// Another administrator was faster, so the request leaves the list with this form.
			if (!isApiError(error) || error.problem.code !== 'conflict') return;
			toast(getErrorMessage(error), 'error');
			void refresh();
		},
	});
	return (
		<ApiForm
			form={form}
			submit={<UnsavedFormButtons form={form} label={legalRequestText.sendAnswer} onCancel={onCancel} />}
			className="mt-3 gap-3"
		>
			<Select
				label={legalRequestText.outcome}
				options={[
					{ value: 'done', label: legalRequestText.answers.done },
					{ value: 'refused', label: legalRequestText.answers.refused },
				]}
				autoFocus
				{...form.field('state')}
			/>
			<TextArea
				label={legalRequestText.answerLabel}
				hint={legalRequestText.answerHint}
				limit={dataProtectionLimits.answer.max}
				length={form.watch('answer').trim().length}
				{...form.field('answer')}
			/>
		</ApiForm>
	);
}
