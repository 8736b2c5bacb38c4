import { useSession } from '../accounts/session.ts';
import { ContactSeller, type ContactSellerProps } from '../contacts/contact-seller.tsx';
import { lazyPart } from '../ui/use-lazy-component.ts';

const OwnerActions = lazyPart(async () => (await import('./own/owner-actions.tsx')).OwnerActions);

/** What a person can do about an ad: its seller manages it, a buyer gets in touch with the seller. */
export function ContactOrOwnerActions(props: ContactSellerProps) {
	if (useSession()?.user_name !== props.seller.user_name) return <ContactSeller {...props} />;
	return <OwnerActions ad={props.ad} />;
}
