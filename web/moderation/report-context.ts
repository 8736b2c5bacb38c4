import { createContext, useContext } from 'react';
import type { ReportSubject } from './report-dialog.tsx';

type OpenReport = (reported: ReportSubject) => void;

const ReportContext = createContext<OpenReport>(() => {});

/** Provides the function that `useReportDialog` returns. */
export const ReportDialogProvider = ReportContext.Provider;

/** Returns a function that opens the report dialog. Visitors have to log in first. */
export function useReportDialog(): OpenReport {
	return useContext(ReportContext);
}
