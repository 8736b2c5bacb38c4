export { isEncrypted, openExport } from './export-folder.ts';
export { exportMarket, type MoveProgress, type MoveResult, summarize } from './export-market.ts';
export { importFiles, importJobs, importRows } from './import-market.ts';
export { endImport, toUnfinishedError } from './unfinished-import.ts';
