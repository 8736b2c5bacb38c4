import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Contact } from '../../contract/contacts/contacts.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import * as contactText from '../../text/shared/contact.ts';
import { useApi } from '../platform/api.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ContactList } from './contact-list.tsx';
import { contactsQuery } from './queries.ts';

interface ContactListDialogProps {
	ad: { id: number; title: string };
	onClose: () => void;
}

/** Lists the buyers who got in touch about an own ad. */
export function ContactListDialog({ ad, onClose }: ContactListDialogProps) {
	const query = useInfiniteQuery(contactsQuery(useApi(), ad.id));
	return (
		<Dialog open onClose={onClose} title={contactText.contactsTitle} description={<span dir="auto">{ad.title}</span>}>
			<p className="mb-3 text-14 text-quiet">{contactText.contactsHint}</p>
			<ContactList query={query}>
				{(contacts) => (
					<ul className="divide-y divide-line">
						{contacts.map((contact) => (
							<li key={contact.buyer.id}>
								<ContactRow {...contact} />
							</li>
						))}
					</ul>
				)}
			</ContactList>
		</Dialog>
	);
}

function ContactRow({ buyer, kind, contacted_at, bought }: Contact) {
	const name = buyer.display_name || buyer.user_name;
	return (
		<Link to={profilePath(buyer.user_name)} className="flex min-h-14 items-center gap-3 py-2 hover:text-leaf">
			<Avatar name={name} image={buyer.user_image} />
			<span className="min-w-0 flex-1">
				<span className="block truncate font-semibold">{name}</span>
				<span className="block text-14 text-quiet">{bought ? contactText.boughtIt : contactText.kinds[kind]}</span>
			</span>
			<span className="shrink-0 text-14 text-quiet">
				<TimeAgo time={contacted_at} />
			</span>
		</Link>
	);
}
