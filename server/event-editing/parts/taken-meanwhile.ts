/** Between counting and moving them, a buyer took seats or units that were to be moved. */
export class TakenMeanwhile extends Error {}
