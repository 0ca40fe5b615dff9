-- Whether devices at the door may fetch tickets is said by the operator alone; what organisers have switched off stays off by
-- the setting that is theirs.

insert into setting (key, value, organization_id, purchase_context_id, category_id)
select 'OFFLINE_CHECKIN_ENABLED', 'false', organization_id, purchase_context_id, category_id
from setting as stated
where key = 'ALFIO_PI_INTEGRATION_ENABLED' and lower(value) = 'false'
  and (organization_id is not null or purchase_context_id is not null)
  and not exists (
    select from setting as other where other.key = 'OFFLINE_CHECKIN_ENABLED'
      and other.organization_id is not distinct from stated.organization_id
      and other.purchase_context_id is not distinct from stated.purchase_context_id
      and other.category_id is not distinct from stated.category_id);

update setting as own set value = 'false'
from setting as stated
where own.key = 'OFFLINE_CHECKIN_ENABLED' and stated.key = 'ALFIO_PI_INTEGRATION_ENABLED' and lower(stated.value) = 'false'
  and (stated.organization_id is not null or stated.purchase_context_id is not null)
  and own.organization_id is not distinct from stated.organization_id
  and own.purchase_context_id is not distinct from stated.purchase_context_id
  and own.category_id is not distinct from stated.category_id;

delete from setting
where key = 'ALFIO_PI_INTEGRATION_ENABLED' and (organization_id is not null or purchase_context_id is not null);
