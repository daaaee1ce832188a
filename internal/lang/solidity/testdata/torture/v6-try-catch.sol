// try with results, catch Error and catch with the raw reason.
pragma solidity 0.6.12;
interface Feed { function read(uint256 id) external returns (uint256 value, bool ok); }
contract Other { function read(uint256 id) public returns (uint256) { return id; } }
contract Reader {
    uint256 failures;
    string last;
    bytes raw;
    Feed feed;
    function read(uint256 id) public returns (uint256 result) {
        try feed.read(id) returns (uint256 value, bool ok) { if (ok) result = value; }
        catch Error(string memory reason) { last = reason; failures++; }
        catch (bytes memory data) { raw = data; failures += data.length; }
        try new Other() returns (Other other) { other.read(id); } catch {}
        try this.read{gas: 1000}(id) returns (uint256) { failures = 0; } catch {}
    }
}
