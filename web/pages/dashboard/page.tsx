import { Store } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OwnUploads } from '../own-uploads.tsx';
import { Figures } from './figures.tsx';

export default function DashboardPage() {
	return (
		<>
			<OwnUploads
				title="My uploads"
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
