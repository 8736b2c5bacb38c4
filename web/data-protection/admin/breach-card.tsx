import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { addBreachAccounts, type Breach } from '../../../contract/data-protection/data-protection.ts';
import * as breachesText from '../../../text/shared/breaches.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { UnsavedFormButtons } from '../../data/unsaved-forms.tsx';
import { useApi } from '../../platform/api.ts';
import { formatDateTime } from '../../platform/dates.ts';
import { downloadFile } from '../../platform/download-file.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { breachesKey } from '../queries.ts';
import { BreachForm } from './breach-form.tsx';
import { Entry } from './entry.tsx';
import { NoticeForm } from './notice-form.tsx';

/** An entry of the register of breaches, with its deadline and the accounts that it touched. */
export function BreachCard({ breach }: { breach: Breach }) {
	const heading = useId();
	const [open, setOpen] = useState<'form' | 'accounts' | 'notice' | null>(null);
	const { title, facts, data, measures, risk, accounts, unnotified, notices, people_notified_at, closed_at } = breach;
	/** Whether mails wait. The first one that is sent sets `people_notified_at`. */
	const isSending = notices.some(({ waiting }) => waiting > 0);
	/** Form that the user left. Its button then takes the focus. */
	const [leftForm, setLeftForm] = useState<typeof open>(null);
	function close() {
		setLeftForm(open);
		setOpen(null);
	}
	return (
		<article aria-labelledby={heading} className="rounded-card bg-card p-4 shadow-soft">
			<h2 id={heading} dir="auto" className="text-16 wrap-anywhere">
				{title}
			</h2>
			{open === 'form' ? (
				<BreachForm breach={breach} onSaved={close} onCancel={close} />
			) : (
				<>
					<p className="mt-1 text-14">
						<Deadline breach={breach} />
					</p>
					{risk === 'high' && people_notified_at === null && closed_at === null && !isSending && (
						<p className="mt-1 font-semibold text-14 text-danger">{breachesText.notifyPeople}</p>
					)}
					<dl className="mt-3 flex flex-col gap-2 text-14">
						<Entry label={breachesText.facts} text={facts} />
						<Entry label={breachesText.data} text={data} />
						<Entry label={breachesText.measures} text={measures} />
					</dl>
					<p className="mt-3 text-14">{breachesText.accounts(accounts)}</p>
					{notices.map(({ accounts: count, mailed, waiting, unmailed, created_at }) => (
						<p key={created_at} className="mt-1 text-14">
							<RichText
								text={breachesText.noticeFor(count)}
								tags={{ time: () => <time dateTime={created_at}>{formatDateTime(created_at)}</time> }}
							/>
							<span className="block">
								{breachesText.mailed(mailed)}
								{waiting > 0 && ` · ${breachesText.waiting(waiting)}`}
								{unmailed > 0 && (
									<>
										{' · '}
										<span className="font-semibold text-danger">{breachesText.unmailed(unmailed)}</span>
									</>
								)}
							</span>
						</p>
					))}
					{open === 'accounts' ? (
						<AccountsForm id={breach.id} onDone={close} />
					) : open === 'notice' ? (
						<NoticeForm breach={breach} onDone={close} />
					) : (
						<div className="mt-3 flex flex-wrap gap-2">
							<Button variant="quiet" autoFocus={leftForm === 'form'} onClick={() => setOpen('form')}>
								{breachesText.edit}
							</Button>
							<Button variant="quiet" autoFocus={leftForm === 'accounts'} onClick={() => setOpen('accounts')}>
								{breachesText.addAccounts}
							</Button>
							{unnotified > 0 && (
								<Button variant="quiet" autoFocus={leftForm === 'notice'} onClick={() => setOpen('notice')}>
									{breachesText.writeNotice}
								</Button>
							)}
							{accounts > 0 && <ExportButton id={breach.id} />}
						</div>
					)}
				</>
			)}
		</article>
	);
}

function Deadline({ breach: { risk, due_at, commission_notified_at, closed_at } }: { breach: Breach }) {
	const [text, time] =
		commission_notified_at !== null
			? [breachesText.notifiedOn, commission_notified_at]
			: closed_at !== null
				? [breachesText.closedOn, closed_at]
				: [Date.parse(due_at) < Date.now() ? breachesText.overdueSince : breachesText.dueBy, due_at];
	if (risk === 'unlikely' && commission_notified_at === null) return breachesText.noDuty;
	return (
		<span className={text === breachesText.overdueSince ? 'font-semibold text-danger' : 'text-quiet'}>
			<RichText text={text} tags={{ time: () => <time dateTime={time}>{formatDateTime(time)}</time> }} />
		</span>
	);
}

const accountsSchema = {
	safeParse: (values: unknown) =>
		addBreachAccounts.body.safeParse({
			people: (values as { people: string }).people.split(/[\n,;]+/).flatMap((name) => name.trim() || []),
		}),
};

function AccountsForm({ id, onDone }: { id: number; onDone: () => void }) {
	const api = useApi();
	const queryClient = useQueryClient();
	const form = useApiForm({
		schema: accountsSchema,
		defaultValues: { people: '' },
		send: (body) => api.addBreachAccounts({ params: { id: String(id) }, body }),
		onDone: async ({ unknown }) => {
			await queryClient.invalidateQueries({ queryKey: breachesKey });
			if (unknown.length === 0) {
				toast(breachesText.accountsAdded);
				return onDone();
			}
			// The unknown ones stay in the field, to be corrected.
			toast(breachesText.accountsUnknown(unknown.slice(0, 3).join(', ')), 'error');
			form.setValue('people', unknown.join('\n'));
		},
	});
	return (
		<ApiForm
			form={form}
			submit={<UnsavedFormButtons form={form} label={breachesText.addAccounts} onCancel={onDone} />}
			className="mt-3 gap-3"
		>
			<TextArea
				label={breachesText.accountsLabel}
				hint={breachesText.accountsHint}
				rows={4}
				autoFocus
				{...form.field('people')}
			/>
		</ApiForm>
	);
}

function ExportButton({ id }: { id: number }) {
	const api = useApi();
	const exporting = useMutation({
		mutationFn: () => api.exportBreachAccounts({ params: { id: String(id) } }),
		onSuccess: ({ file_name, csv }) => downloadFile(new File([csv], file_name, { type: 'text/csv;charset=utf-8' })),
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	return (
		<Button variant="quiet" loading={exporting.isPending} onClick={() => exporting.mutate()}>
			{breachesText.exportAccounts}
		</Button>
	);
}
