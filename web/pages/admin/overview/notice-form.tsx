import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { noticeQuery } from '../../../operations/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { momentOf } from '../../../platform/dates.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';

const durations = { '1 hour': 1, '6 hours': 6, '1 day': 24, '3 days': 72, '1 week': 168, '30 days': 720 } as const;
type Duration = keyof typeof durations;
const names = Object.keys(durations) as Duration[];

/** Tells everybody something, at the top of every page. */
export function NoticeForm() {
	const api = useApi();
	const queries = useQueryClient();
	const { data: notice } = useQuery(noticeQuery(api));
	const [text, setText] = useState('');
	const [path, setPath] = useState('');
	const [duration, setDuration] = useState<Duration>('1 day');
	const [missing, setMissing] = useState(false);
	const fresh = () => queries.invalidateQueries(noticeQuery(api));
	const publish = useMutation({
		mutationFn: () => api.publishNotice({ body: { text, path, hours: durations[duration] } }),
		onSuccess: (published) => {
			queries.setQueryData(noticeQuery(api).queryKey, published);
			setText('');
			setPath('');
			toast('Every page shows it');
		},
	});
	const end = useMutation({
		mutationFn: () => api.endNotice(),
		onSuccess: () => {
			queries.setQueryData(noticeQuery(api).queryKey, null);
			toast('The notice is gone from every page');
		},
		onError: (error) => toast(reasonOf(error), 'error'),
		onSettled: fresh,
	});
	const fields = isApiError(publish.error) ? publish.error.problem.fields : undefined;
	const length = text.trim().length;

	function submit(event: FormEvent) {
		event.preventDefault();
		setMissing(length === 0);
		if (length > 0 && length <= limits.notice.text) publish.mutate();
	}

	return (
		<Card className="p-4">
			<section aria-labelledby="notice">
				<h2 id="notice" className="text-18">
					Notice to everybody
				</h2>
				{notice ? (
					<div className="mt-2 mb-4 rounded-control bg-marigold-soft p-3 text-14">
						<p>{notice.text}</p>
						<p className="mt-1 text-12">
							{notice.path && `Leads to ${notice.path}. `}Until {momentOf(notice.ends_at)}
						</p>
						<Button look="quiet" loading={end.isPending} onClick={() => end.mutate()} className="mt-2">
							End it now
						</Button>
					</div>
				) : (
					<p className="mb-4 text-14 text-quiet">None at the moment. It stands at the top of every page.</p>
				)}
				<form noValidate onSubmit={submit} className="flex flex-col gap-3">
					<TextArea
						label="Text"
						rows={3}
						limit={limits.notice.text}
						length={length}
						value={text}
						error={missing ? 'Write what everybody is to know' : fields?.text}
						onChange={({ target }) => {
							setText(target.value);
							setMissing(false);
						}}
					/>
					<TextField
						label="Leads to"
						optional
						placeholder="/learning"
						hint="A path of this site"
						value={path}
						error={fields?.path}
						onChange={({ target }) => setPath(target.value)}
					/>
					<Select
						label="For how long?"
						options={names}
						value={duration}
						onChange={({ target }) => setDuration(names.find((name) => name === target.value) ?? '1 day')}
					/>
					<FormError>{publish.isError && !fields && reasonOf(publish.error)}</FormError>
					<Button type="submit" loading={publish.isPending} className="self-start">
						{notice ? 'Show this instead' : 'Show it on every page'}
					</Button>
				</form>
			</section>
		</Card>
	);
}
