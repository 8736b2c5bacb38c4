export { adPath, shortAdPath } from '../../contract/page-paths.ts';
