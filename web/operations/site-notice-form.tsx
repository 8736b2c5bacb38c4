import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as operationLimits from '../../contract/operations/limits.ts';
import { siteNoticeFormSchema } from '../../contract/operations/operations.ts';
import * as adminText from '../../text/web/admin.ts';
import * as adminOverviewText from '../../text/web/admin-overview.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { formatDateTime } from '../platform/dates.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { siteNoticeQuery } from './queries.ts';

type Duration = keyof typeof adminOverviewText.noticeDurations;
const hours: Readonly<Record<Duration, number>> = {
	hour: 1,
	sixHours: 6,
	day: 24,
	threeDays: 72,
	week: 168,
	month: 720,
};
const noticeFormSchema = siteNoticeFormSchema.omit({ hours: true });
const durations = Object.keys(hours) as Duration[];

export function SiteNoticeForm() {
	const api = useApi();
	const queryClient = useQueryClient();
	const { data: notice } = useQuery(siteNoticeQuery(api));
	const [duration, setDuration] = useState<Duration>('day');
	const refetchNotice = () => queryClient.invalidateQueries(siteNoticeQuery(api));
	const form = useApiForm({
		schema: noticeFormSchema,
		defaultValues: { text: '', path: '' },
		send: (fields) => api.publishNotice({ body: { ...fields, hours: hours[duration] } }),
		onDone: (published) => {
			queryClient.setQueryData(siteNoticeQuery(api).queryKey, published);
			form.reset();
			toast(adminOverviewText.noticePublished);
		},
		toMessage: getErrorMessage,
	});
	const end = useMutation({
		mutationFn: () => api.endNotice(),
		onSuccess: () => {
			queryClient.setQueryData(siteNoticeQuery(api).queryKey, null);
			toast(adminOverviewText.noticeEnded);
		},
		onError: (error) => toast(getErrorMessage(error), 'error'),
		onSettled: refetchNotice,
	});
	const button = (
		<Button {...form.button} className="self-start">
			{notice ? adminOverviewText.replaceNotice : adminOverviewText.publishNotice}
		</Button>
	);

	return (
		<Card className="p-4">
			<section aria-labelledby="notice">
				<h2 id="notice" className="text-18">
					{adminOverviewText.notice}
				</h2>
				{notice ? (
					<div className="mt-2 mb-4 rounded-control bg-marigold-soft p-3 text-14">
						<p>{notice.text}</p>
						<p className="mt-1 text-12">
							{notice.path && `${adminOverviewText.leadsTo(notice.path)} `}
							{adminOverviewText.until(formatDateTime(notice.ends_at))}
						</p>
						<Button variant="quiet" loading={end.isPending} onClick={() => end.mutate()} className="mt-2">
							{adminOverviewText.endNotice}
						</Button>
					</div>
				) : (
					<p className="mb-4 text-14 text-quiet">{adminOverviewText.noNotice}</p>
				)}
				<ApiForm form={form} submit={button} className="gap-3">
					<TextArea
						label={adminOverviewText.noticeText}
						rows={3}
						limit={operationLimits.notice.text}
						length={form.watch('text').trim().length}
						{...form.field('text')}
					/>
					<TextField
						label={adminOverviewText.noticePath}
						optional
						placeholder="/learning"
						hint={adminOverviewText.noticePathHint}
						{...form.field('path')}
					/>
					<Select
						label={adminText.forHowLong}
						options={durations.map((name) => adminOverviewText.noticeDurations[name])}
						value={adminOverviewText.noticeDurations[duration]}
						onChange={({ target }) =>
							setDuration(durations.find((name) => adminOverviewText.noticeDurations[name] === target.value) ?? 'day')
						}
					/>
				</ApiForm>
			</section>
		</Card>
	);
}
