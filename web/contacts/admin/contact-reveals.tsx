import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ContactReveals } from '../../../contract/contacts/contacts.ts';
import { profilePath } from '../../../contract/core/page-paths.ts';
import * as adminOverviewText from '../../../text/web/admin-overview.ts';
import { useApi } from '../../platform/api.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Card } from '../../ui/card.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { contactRevealsQuery } from '../queries.ts';

/** Lists the accounts and networks that opened the numbers of most sellers in the last day. Renders nothing if there are none. */
export function ContactRevealList() {
	const { data: callers = [] } = useQuery(contactRevealsQuery(useApi()));
	if (callers.length === 0) return null;
	return (
		<section className="mt-8" aria-labelledby="contact-reveals">
			<h2 id="contact-reveals" className="text-18">
				{adminOverviewText.revealsTitle}
			</h2>
			<p className="mb-3 text-14 text-quiet">{adminOverviewText.revealsHint}</p>
			<Card className="overflow-hidden">
				<ul className="divide-y divide-line text-14">
					{callers.map((caller) => (
						<li
							key={`${caller.account?.id} ${caller.network} ${caller.strangers}`}
							className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2"
						>
							<Caller caller={caller} />
							<span className="flex flex-wrap gap-x-3">
								<span>{adminOverviewText.sellersRevealed(caller.sellers)}</span>
								<span className="text-quiet">
									<RichText
										text={adminOverviewText.lastRevealed}
										tags={{ time: () => <TimeAgo time={caller.last_at} /> }}
									/>
								</span>
							</span>
						</li>
					))}
				</ul>
			</Card>
		</section>
	);
}

function Caller({ caller: { account, network, strangers } }: { caller: ContactReveals }) {
	if (account) {
		return (
			<Link
				to={profilePath(account.user_name)}
				className="inline-flex min-h-11 min-w-0 items-center break-words font-semibold hover:text-leaf"
			>
				{account.display_name || account.user_name}
			</Link>
		);
	}
	return (
		<span className="min-w-0 break-words">
			<span className="font-semibold">{network}</span>
			{strangers && <span className="text-quiet"> {adminOverviewText.newDevices}</span>}
		</span>
	);
}
