import { EmptyState } from '../../ui/empty-state.tsx';

export default function DashboardPage() {
	return (
		<>
			<h1 className="text-28">My uploads</h1>
			<EmptyState title="Nothing here yet">What you post appears here.</EmptyState>
		</>
	);
}
