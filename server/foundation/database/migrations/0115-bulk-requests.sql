-- By which the caller names the request that started a job: sent again, it is the same job.
alter table bulk_job add column request_id text;
create unique index bulk_job_request on bulk_job (organization_id, request_id) where request_id is not null;
