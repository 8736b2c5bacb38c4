import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { answerLegalRequest, type LegalRequestListItem } from '../../../../contract/data-protection.ts';
import { dataProtectionLimits } from '../../../../contract/data-protection-limits.ts';
import * as legalRequestText from '../../../../contract/text/legal-request.ts';
import { ApiForm, useApiForm } from '../../../data/api-form.tsx';
import { FormButtons } from '../../../data/form-buttons.tsx';
import { useIdempotencyKey } from '../../../data/idempotency-key.ts';
import { legalRequestsKey } from '../../../data-protection/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { formatDateTime } from '../../../platform/dates.ts';
import { TimeAgo } from '../../../platform/time-ago.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { stateVariants } from '../../legal-request/request.tsx';

/** A legal request, and the form that answers it. */
export function LegalRequestCard({ request }: { request: LegalRequestListItem }) {
	const heading = useId();
	const [isOpen, setOpen] = useState(false);
	const { kind, state, code, name, email, text, url, due_at, answer } = request;
	return (
		<article aria-labelledby={heading} className="rounded-card bg-card p-4 shadow-soft">
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
			{url !== null && <p className="mt-2 text-14 wrap-anywhere">{url}</p>}
			{answer !== null && (
				<p dir="auto" className="mt-3 whitespace-pre-line border-line border-t pt-3 text-14 wrap-anywhere">
					{answer}
				</p>
			)}
			{state === 'open' && (
				<>
					<p className="mt-3 text-14 text-quiet">{legalRequestText.howTo[kind]}</p>
					{isOpen ? (
						<AnswerForm id={request.id} onCancel={() => setOpen(false)} />
					) : (
						<Button variant="quiet" className="mt-3" onClick={() => setOpen(true)}>
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

function AnswerForm({ id, onCancel }: { id: number; onCancel: () => void }) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { getKey } = useIdempotencyKey();
	const refresh = () => queryClient.invalidateQueries({ queryKey: legalRequestsKey });
	const form = useApiForm({
		schema: answerLegalRequest.body,
		defaultValues: { state: 'done', answer: '' },
		send: (body) => api.answerLegalRequest({ params: { id: String(id) }, body }, { idempotencyKey: getKey(body) }),
		onDone: ({ state }) => {
			toast(legalRequestText.answered[state === 'refused' ? 'refused' : 'done']);
			return refresh();
		},
	});
	return (
		<ApiForm
			form={form}
			submit={<FormButtons form={form} label={legalRequestText.sendAnswer} onCancel={onCancel} />}
			className="mt-3 gap-3"
		>
			<Select
				label={legalRequestText.outcome}
				options={[
					{ value: 'done', label: legalRequestText.answers.done },
					{ value: 'refused', label: legalRequestText.answers.refused },
				]}
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
