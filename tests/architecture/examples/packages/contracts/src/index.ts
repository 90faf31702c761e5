export type ApplicationId = string;
