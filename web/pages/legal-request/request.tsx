import { useSuspenseQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { data } from 'react-router';
import { legalRequestsPath } from '../../../contract/core/page-paths.ts';
import type { LegalRequest } from '../../../contract/data-protection/data-protection.ts';
import * as legalRequestText from '../../../text/shared/legal-request.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { legalRequestQuery } from '../../data-protection/queries.ts';
import { stateVariants } from '../../data-protection/state-variants.ts';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { type LoadFunction, loadPage } from '../../platform/loader.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { Route } from './+types/request.ts';

const load: LoadFunction<Route.LoaderArgs['params'], LegalRequest | null> = ({ api, queryClient, params }) =>
	queryClient.fetchQuery(legalRequestQuery(api, params.code));

export async function loader(args: Route.LoaderArgs) {
	const loaded = await loadPage(args, load);
	return data(loaded, { status: loaded.page ? 200 : 404 });
}

export function clientLoader(args: Route.ClientLoaderArgs) {
	return loadPage(args, load);
}

export const handle: LayoutHandle & PageviewHandle = { Rail: null, secret: true };

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export const meta = secretPageMeta(legalRequestText.pageTitle);

/** Page that shows the state of a legal request and its answer to whoever has the tracking code. */
export default function LegalRequestPage({ params: { code } }: Route.ComponentProps) {
	const { data: request } = useSuspenseQuery(legalRequestQuery(useApi(), code));
	return request ? <RequestView request={request} /> : <UnknownRequest />;
}

function UnknownRequest() {
	return (
		<EmptyState
			as="h1"
			icon={FileQuestion}
			title={legalRequestText.unknown}
			action={<ButtonLink to={legalRequestsPath}>{legalRequestText.sendAnother}</ButtonLink>}
			hint={legalRequestText.unknownHint}
		/>
	);
}

function RequestView({ request }: { request: LegalRequest }) {
	const { code, kind, state, created_at, due_at, answered_at, answer } = request;
	return (
		<article className="mx-auto flex max-w-xl flex-col gap-4">
			<Card className="p-5 md:p-6">
				<p className="flex flex-wrap items-center gap-3">
					<Badge variant={stateVariants[state]}>{legalRequestText.states[state]}</Badge>
				</p>
				<h1 className="mt-2 text-22 md:text-28">{legalRequestText.kinds[kind]}</h1>
				<dl className="mt-4 flex flex-col gap-3">
					<div>
						<dt className="text-14 text-quiet">{legalRequestText.code}</dt>
						<dd className="select-all font-mono text-18">{code}</dd>
						<dd className="text-14 text-quiet">{legalRequestText.codeHint}</dd>
					</div>
					<Time label={legalRequestText.sentOn} time={created_at} />
					{answered_at === null ? (
						<Time label={legalRequestText.dueOn} time={due_at} />
					) : (
						<Time label={legalRequestText.answeredOn} time={answered_at} />
					)}
				</dl>
			</Card>
			{answer !== null && (
				<Card className="p-5 md:p-6">
					<h2 className="text-18">{legalRequestText.answer}</h2>
					<p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
						{answer}
					</p>
					{kind !== 'takedown' && (
						<p className="mt-4 text-14 text-quiet">
							<RichText
								text={legalRequestText.complain}
								tags={{
									ndpc: (words) => (
										<a href="https://ndpc.gov.ng" rel="noopener" className="text-leaf underline">
											{words}
										</a>
									),
								}}
							/>
						</p>
					)}
				</Card>
			)}
		</article>
	);
}

/** Formats a time in a fixed time zone, so that the server and every browser render the same. */
const timeFormat = new Intl.DateTimeFormat('en-GB', {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'Africa/Lagos',
});

function Time({ label, time }: { label: string; time: string }) {
	return (
		<div>
			<dt className="text-14 text-quiet">{label}</dt>
			<dd>
				<time dateTime={time}>{timeFormat.format(new Date(time))}</time>
			</dd>
		</div>
	);
}
