pragma solidity 0.4.26;

import "./AccountModule.sol";

// the capital behind all policies, and who has brought it
contract PoolStorage is AccountStorage {
    mapping(address => uint) internal shares;
    mapping(address => uint) internal noticeOf;
    uint internal shareTotal;
    uint internal capital;
    uint internal exposed;

    // nine tenths of the capital may be needed at the same time
    function covered() internal view returns (bool) {
        return exposed * 10 <= capital * 9;
    }
}

contract PoolModule is PoolStorage {
    uint public constant SEED = 1 ether;
    uint public constant NOTICE = 14 days;
    uint public constant LEAVE_TIME = 7 days;

    event Opened(uint amount);
    event Joined(address indexed member, uint amount, uint shares);
    event Notice(address indexed member);
    event Left(address indexed member, uint shares, uint amount);

    function PoolModule() public {
        paused = true;
    }

    // the first shares belong to the hub, and stay
    function openPool() public payable onlyOwner {
        require(shareTotal == 0 && msg.value == SEED);
        shares[address(this)] = SEED;
        shareTotal = SEED;
        capital = SEED;
        Opened(msg.value);
    }

    function joinPool(uint _amount) public running returns (uint got) {
        require(shareTotal > 0);
        takeOut(msg.sender, _amount);
        got = _amount * shareTotal / capital;
        require(got > 0);
        shares[msg.sender] += got;
        shareTotal += got;
        capital += _amount;
        noticeOf[msg.sender] = 0;
        Joined(msg.sender, _amount, got);
    }

    function giveNotice() public {
        noticeOf[msg.sender] = now;
        Notice(msg.sender);
    }

    // two weeks after the notice, for a week
    function leavePool(uint _shares) public running returns (uint amount) {
        uint notice = noticeOf[msg.sender];
        require(now >= notice + NOTICE && now < notice + NOTICE + LEAVE_TIME);
        require(_shares > 0 && _shares <= shares[msg.sender]);
        amount = _shares * capital / shareTotal;
        shares[msg.sender] -= _shares;
        shareTotal -= _shares;
        capital -= amount;
        require(covered());
        putIn(msg.sender, amount);
        Left(msg.sender, _shares, amount);
    }

    function sharesOf(address _member) public constant returns (uint) {
        return shares[_member];
    }

    function noticeAt(address _member) public constant returns (uint) {
        return noticeOf[_member];
    }

    function totalShares() public constant returns (uint) {
        return shareTotal;
    }

    function poolCapital() public constant returns (uint) {
        return capital;
    }

    function poolExposed() public constant returns (uint) {
        return exposed;
    }

    function worthOf(address _member) public constant returns (uint) {
        if (shareTotal == 0) return 0;
        return shares[_member] * capital / shareTotal;
    }
}
