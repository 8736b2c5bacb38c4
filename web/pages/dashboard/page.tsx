import { Store } from 'lucide-react';
import { useSession } from '../../accounts/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OwnUploads } from '../own-uploads.tsx';
import { Figures } from './figures.tsx';
import { Today } from './today.tsx';

export default function DashboardPage() {
	const session = useSession();
	return (
		<>
			<OwnUploads
				title="My uploads"
				lead={session && <Today session={session} />}
				action={<ButtonLink to="/dashboard/market">Post an ad</ButtonLink>}
				empty={
					<EmptyState
						icon={<Store className="size-8" />}
						title="Your stall is still empty"
						action={<ButtonLink to="/dashboard/market">Post your first ad</ButtonLink>}
					>
						Post a product with pictures or a video. It appears here, and in the market for everyone.
					</EmptyState>
				}
			/>
			<Figures />
		</>
	);
}
