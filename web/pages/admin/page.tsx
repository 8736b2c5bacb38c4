import { Navigate } from 'react-router';

/** The desk opens with what waits for an administrator. */
export default function AdminPage() {
	return <Navigate to="/dashboard/admin/enrollments" replace />;
}
